// Runs in the head of the document: keeps what a person does before the page can answer, and starts the page's script once its first view
// is painted.
window.earlyInput = []
addEventListener(
  'keydown',
  ({ key, code, shiftKey, ctrlKey, metaKey, altKey, target }) => {
    // Fields keep what is typed, and buttons answer with a click.
    if (altKey || key === ' ' || (key.length > 1 && key !== 'Enter')) return
    if (target.closest('a, button, input, textarea, select')) return
    window.earlyInput?.push({ key, code, shiftKey, ctrlKey, metaKey })
  },
  true,
)
addEventListener(
  'click',
  (event) => {
    if (!window.earlyInput || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (!event.target.closest('#root')) return
    event.preventDefault()
    window.earlyInput.push(event.target)
  },
  true,
)

addEventListener('DOMContentLoaded', () => {
  const link = document.querySelector('link[data-start]')
  if (!link) return
  const start = () => void import(link.href)
  // Nothing is painted while nobody looks.
  if (document.hidden) start()
  else requestAnimationFrame(() => setTimeout(start))
})
