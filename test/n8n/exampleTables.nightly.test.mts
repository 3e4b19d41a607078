import { findsItsTables } from './exampleTables.mts';

/* Each takes ten seconds or more: Check Routes pauses, and the others wait for what is settled. */
findsItsTables('changed-since');
findsItsTables('stock-less-open-orders');
findsItsTables('try-the-sandbox');
