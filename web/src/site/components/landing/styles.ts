/** Styles of the start page; pages are finished when they are built, and only the styles go with them. */
import './landing.module.css';
import './live-figures.module.css';
import './panels.module.css';
import './plans.module.css';
import './product-picture.module.css';
import './report-table.module.css';
import './today-strip.module.css';
