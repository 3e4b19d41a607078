import { afterAll } from 'vitest';
import { removeHome } from './env.mts';

afterAll(removeHome);
