// The page's entry; index.html links the styles.
import { startPage } from './page.ts';

await startPage();
