// Writes the Arrow streams of this folder, with the package apache-arrow of npm:
//   npm install apache-arrow@21.2.0 && node make.mjs
import * as arrow from "apache-arrow";
import { writeFileSync } from "node:fs";

const list = (type, nullable = false) => new arrow.List(new arrow.Field("item", type, nullable));
const column = (values, type) => arrow.vectorFromArray(values, type);
const stream = (name, ...tables) => {
  const writer = new arrow.RecordBatchStreamWriter();
  for (const table of tables) for (const batch of table.batches) writer.write(batch);
  writer.finish();
  writeFileSync(name, writer.toUint8Array(true));
};
const table = (columns) => new arrow.Table(columns);

stream("numbers.arrows", table({ x: column([1, -2, 3], new arrow.Int32()) }),
  table({ x: column([4, 5], new arrow.Int32()) }));
stream("columns.arrows", table({
  a: column([1n, 2n, 3n], new arrow.Int64()),
  b: column([true, false, true], new arrow.Bool()),
  c: column([0.5, 1.5, -2], new arrow.Float64()),
}));
stream("rows.arrows", table({ row: column([[1, 2], [], [3]], list(new arrow.Float32())) }),
  table({ row: column([[4]], list(new arrow.Float32())) }));
stream("nested.arrows", table({
  row: column([[[1], [2, 3]], [], [[]]], list(list(new arrow.Int16()))),
}));
stream("pairs.arrows", table({
  pair: column([[1, 2], [3, 4]],
    new arrow.FixedSizeList(2, new arrow.Field("item", new arrow.Uint8(), false))),
}));
stream("words.arrows", table({ word: column(["ab", "", "ç"], new arrow.Utf8()) }));
stream("structs.arrows", table({
  point: column([{ x: 1, tags: [7] }, { x: 2, tags: [] }], new arrow.Struct([
    new arrow.Field("x", new arrow.Int32(), false),
    new arrow.Field("tags", list(new arrow.Uint8()), false),
  ])),
}));
stream("nulls.arrows", table({ x: column([1, 2, null, 4], new arrow.Int32()) }));
stream("nulls_in_rows.arrows",
  table({ row: column([[1], [2, 3], [4, null]], list(new arrow.Int32(), true)) }));
