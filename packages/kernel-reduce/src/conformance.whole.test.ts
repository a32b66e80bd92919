// Every rung, operation, type and size through the one interface, against plain loops.
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { testConformance } from '../fixtures/conformance.ts';

testConformance(useTestGpu(), 'all');
