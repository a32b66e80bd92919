// A subgroup for each item: a workgroup takes as many items as it has subgroups where these are smallest, and larger ones take turns.
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Value = f32;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
const SUBGROUP_MAX = 128u;
const ITEMS_PER_GROUP = WORKGROUP / SUBGROUP_MIN;
const TURNS = SUBGROUP_MAX / SUBGROUP_MIN;
const GRID_X = 1u;

fn combine(a: Value, b: Value) -> Value {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

fn combine4(a: vec4<Value>, b: vec4<Value>) -> vec4<Value> {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

#import fold-subgroup.wgsl
