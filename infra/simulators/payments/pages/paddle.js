(() => {
  const origin = new URL(document.currentScript.src).origin;
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = `${origin}/paddle/v2/paddle.css`;
  document.head.append(style);
  let callback = () => {};
  let frame = null;
  let opened = null;
  const close = () => {
    if (frame === null) return;
    frame.remove();
    frame = null;
    callback({ name: 'checkout.closed', data: opened });
  };
  addEventListener('message', (message) => {
    if (message.origin !== origin || frame === null || message.source !== frame.contentWindow) return;
    const { name, successUrl: _ } = message.data;
    if (name === 'checkout.closed') {
      close();
      return;
    }
    callback({ name, data: opened });
    if (name === 'checkout.completed' && opened.settings.successUrl) location.assign(opened.settings.successUrl);
  });
  const Paddle = {
    Initialized: false,
    Environment: { set() {} },
    Initialize(options) {
      if (typeof options?.token !== 'string') throw new Error('token is missing');
      callback = options.eventCallback ?? callback;
      Paddle.Initialized = true;
    },
    Update(options) {
      callback = options.eventCallback ?? callback;
    },
    Checkout: {
      open({ transactionId, customer, settings = {} }) {
        opened = { transaction_id: transactionId, customer, settings };
        frame = document.createElement('iframe');
        frame.className = 'paddle-frame';
        frame.title = 'Checkout';
        frame.src = `${origin}/checkout/${encodeURIComponent(transactionId)}`;
        document.body.append(frame);
        frame.focus();
      },
      close,
    },
  };
  window.Paddle = Paddle;
  window.PaddleBillingV1 = Paddle;
})();
