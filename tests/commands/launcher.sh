# ./planish builds first when a source is newer, and shows how far it is. Here others stand in for the tools that build.
mkdir -p tree/{src,tools,prelude,cmake,docs/errors,scripts} bin
cp "$HERE/../../planish" tree/
touch tree/CMakeLists.txt tree/CMakePresets.json
echo 'exit 0' >tree/scripts/install-deps.sh
cat >bin/cmake <<'END'
#!/usr/bin/env bash
[[ $1 == --build ]] || { echo '-- Configuring done'; exit; }
for ((i = 1; i <= 40; i++)); do echo "${NINJA_STATUS/\%f\/\%t/$i/40}Building CXX object part_$i.o"; done
[[ -e fails ]] && { echo 'error: it is wrong'; exit 1; }
mkdir -p build/release/bin
printf '#!/bin/sh\necho "runs with $*"\ncat\n' >build/release/bin/planish
chmod +x build/release/bin/planish
END
chmod +x bin/cmake tree/scripts/install-deps.sh
export PATH=$PWD/bin:$PATH
cd tree

echo '--- a pipe: a line now and then'
echo 'the input' | ./planish check -x
echo "=> $?"
echo '--- nothing to build'
echo 'the input' | ./planish check
sleep 0.01
touch src/new.cpp fails
echo '--- it fails'
./planish check 2>&1 | tail -n 3
echo "=> ${PIPESTATUS[0]}"
rm fails
echo '--- a terminal: in place'
TERM=xterm script -qec './planish --version </dev/null' /dev/null </dev/null >../seen
grep -c 'part_' ../seen
tr '\r' '\n' <../seen | grep -c 'planish: \[[0-9]*/40\] Building CXX object part_'
tail -n 1 ../seen | sed 's/.*\x1b\[K//; s/\r$//'
