// What the subgroups of a workgroup leave open at their ends, and which of them a row ends in. The kernel declares WORKGROUP and SUBGROUP_MIN.
const MOST_SUBGROUPS = WORKGROUP / SUBGROUP_MIN;

var<workgroup> subgroup_sums: array<f32, MOST_SUBGROUPS>;
var<workgroup> subgroup_ended: array<u32, MOST_SUBGROUPS>;

// What the subgroups before one leave open of the row that it begins in: a walk back to the last in which a row ends.
fn open_of_subgroups(end: u32) -> f32 {
  var sum = 0.0;
  for (var back = 1u; back <= end; back++) {
    sum += subgroup_sums[end - back];
    if (subgroup_ended[end - back] != 0u) {
      break;
    }
  }
  return sum;
}
