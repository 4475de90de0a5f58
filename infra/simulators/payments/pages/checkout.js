const form = document.getElementById('pay');
const problem = document.getElementById('problem');
// Whoever embeds the page learns only that it was opened, paid or closed.
const tell = (name) => parent.postMessage({ name }, '*');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  problem.textContent = '';
  const answer = await fetch(`/checkout/${form.dataset.transaction}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: form.elements.card.value }),
  });
  if (answer.ok) {
    tell('checkout.completed');
    return;
  }
  problem.textContent = (await answer.json()).error;
  tell('checkout.payment.error');
});
const close = () => tell('checkout.closed');
document.getElementById('close').addEventListener('click', close);
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close();
});
form.elements.card.focus();
tell('checkout.loaded');
