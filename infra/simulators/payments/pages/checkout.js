const form = document.getElementById('pay');
const problem = document.getElementById('problem');
// The embedding page learns only that it was opened, paid or closed.
const notify = (name) => parent.postMessage({ name }, '*');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  problem.textContent = '';
  const answer = await fetch(`/checkout/${form.dataset.transaction}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: form.elements.card.value }),
  });
  if (answer.ok) {
    notify('checkout.completed');
    return;
  }
  problem.textContent = (await answer.json()).error;
  notify('checkout.payment.error');
});
const close = () => notify('checkout.closed');
document.getElementById('close').addEventListener('click', close);
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close();
});
form.elements.card.focus();
notify('checkout.loaded');
