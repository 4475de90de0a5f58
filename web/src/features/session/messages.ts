/** Words of sign-up and log-in. */
export const sessionMessages = {
  signUpTitle: 'Start your 30-day trial',
  signUpHint: 'No card. Full product from the first minute.',
  logInTitle: 'Welcome back',
  logInHint: 'Log in to your account.',
  signUp: 'Sign up',
  logIn: 'Log in',
  create: 'Create account',
  enter: 'Log in',
  or: 'or look around first',
  demo: 'Explore the living demo',
  demoHint: 'A simulated publisher, months of history, numbers moving now',
  nameMissing: 'Please input your Name',
  emailMissing: 'Please input your Email',
  passwordMissing: 'Please input your Password',
  line: 'Every payment, back to its keyword, as it happens.',
} as const;
