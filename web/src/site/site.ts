import '../app/fonts.css';
import '../app/base.css';
import './components/landing/styles.ts';
import './components/site.module.css';
import './components/text.module.css';
import './diagrams/diagrams.module.css';
import { offerCopies } from './script/copy-code.ts';
import { offerSearch } from './script/docs-search.ts';
import { showDemoToday } from './script/show-demo-today.ts';

/** What the finished pages get on top, where scripts run. */
offerCopies(document);
offerSearch(document);
showDemoToday(document);
