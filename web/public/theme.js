// Before the first paint of a public page: the chosen theme, else that of the device, also when the device changes it.
(() => {
  const device = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('theme');
    } catch {
      // Storage may be forbidden; then the device decides.
    }
    const dark = chosen === null ? device.matches : chosen === 'dark';
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  };
  device.addEventListener('change', show);
  show();
})();
