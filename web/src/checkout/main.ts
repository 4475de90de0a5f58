import '../app/fonts.css';
import '../app/base.css';
import './checkout.css';
import { startCheckout } from './checkout.ts';

const state = document.getElementById('state');
if (state !== null) void startCheckout(state, window);
