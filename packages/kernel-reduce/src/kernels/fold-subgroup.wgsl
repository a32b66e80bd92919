// What the lanes of a subgroup hold, folded by the built-in of the operation. The kernel declares OP and Value.
fn fold_subgroup(value: Value) -> Value {
  switch (OP) {
    case 1u: {
      return subgroupMin(value);
    }
    case 2u: {
      return subgroupMax(value);
    }
    default: {
      return subgroupAdd(value);
    }
  }
}
