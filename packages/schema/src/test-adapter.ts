/** The variable of the environment that, set to `hardware`, has tests open a GPU instead of the software adapter that every machine has. */
export const testAdapterVariable = 'KERNEL_LADDER_TEST_ADAPTER';
