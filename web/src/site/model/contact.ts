import { createContext } from 'react';

/** Where people of Tapwise are reached, https or mailto; the same on every page. */
export const ContactAddress = createContext('/');
