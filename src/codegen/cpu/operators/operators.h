// Operators over iteration spaces on CPUs: tasks, and calls of the runtime that start them.
#pragma once

#include "codegen/common/emit.h"

namespace planish::codegen::cpu {

void emit_segmap(FunctionEmitter& host, const ir::Stm& stm, const ir::SegMap& op);
void emit_segscatter(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScatter& op);
void emit_segred(FunctionEmitter& host, const ir::Stm& stm, const ir::SegRed& op);
void emit_segscan(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScan& op);
void emit_seghist(FunctionEmitter& host, const ir::Stm& stm, const ir::SegHist& op);
void emit_segfilter(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFilter& op);
void emit_segpartition(FunctionEmitter& host, const ir::Stm& stm, const ir::SegPartition& op);
void emit_segflatmap(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFlatMap& op);

}  // namespace planish::codegen::cpu
