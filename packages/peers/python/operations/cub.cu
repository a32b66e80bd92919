// CUB's device-wide algorithms behind plain functions, for one element type: compiled with -DELEMENT=float, int or unsigned, and
// one of -DREDUCE, -DPLACE, -DSEGMENTS, -DSCAN and -DSORT. Each is called as CUB is: without `scratch` it says how many bytes that needs.
#include <cstddef>
#include <cstdint>
#include <cub/cub.cuh>

#define ENTRY(name, call)                                                                                              \
  extern "C" int name(void* scratch, size_t* bytes, const ELEMENT* values, const int* offsets, void* result,           \
                      int64_t count, cudaStream_t stream) {                                                            \
    return static_cast<int>(call);                                                                                     \
  }

#ifdef REDUCE
ENTRY(sum, cub::DeviceReduce::Sum(scratch, *bytes, values, static_cast<ELEMENT*>(result), count, stream))
ENTRY(least, cub::DeviceReduce::Min(scratch, *bytes, values, static_cast<ELEMENT*>(result), count, stream))
ENTRY(greatest, cub::DeviceReduce::Max(scratch, *bytes, values, static_cast<ELEMENT*>(result), count, stream))
#endif

// The result is an index of eight bytes, and behind it the element that stands there.
#ifdef PLACE
#define PLACES(algorithm)                                                                                              \
  cub::DeviceReduce::algorithm(scratch, *bytes, values,                                                                \
                               reinterpret_cast<ELEMENT*>(static_cast<int64_t*>(result) + 1),                          \
                               static_cast<int64_t*>(result), count, stream)
ENTRY(place_of_least, PLACES(ArgMin))
ENTRY(place_of_greatest, PLACES(ArgMax))
#endif

// `count` segments lie between `count` + 1 offsets.
#ifdef SEGMENTS
#define SEGMENTED(algorithm)                                                                                           \
  cub::DeviceSegmentedReduce::algorithm(scratch, *bytes, values, static_cast<ELEMENT*>(result), count, offsets,        \
                                        offsets + 1, stream)
ENTRY(sums, SEGMENTED(Sum))
ENTRY(minima, SEGMENTED(Min))
ENTRY(maxima, SEGMENTED(Max))
#endif

#ifdef SCAN
ENTRY(inclusive, cub::DeviceScan::InclusiveSum(scratch, *bytes, values, static_cast<ELEMENT*>(result), count, stream))
ENTRY(exclusive, cub::DeviceScan::ExclusiveSum(scratch, *bytes, values, static_cast<ELEMENT*>(result), count, stream))
#endif

// What pairs carry comes in the place of offsets; in the result it lies behind the keys.
#ifdef SORT
ENTRY(keys, cub::DeviceRadixSort::SortKeys(scratch, *bytes, values, static_cast<ELEMENT*>(result), count, 0, 32, stream))
ENTRY(pairs, cub::DeviceRadixSort::SortPairs(scratch, *bytes, values, static_cast<ELEMENT*>(result), offsets,
                                             static_cast<int*>(result) + count, count, 0, 32, stream))
#endif
