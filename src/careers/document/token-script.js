// Runs on the pages with forms: shows what went wrong, tells the step, cleans the address bar.
{
  document.querySelector('[role=alert]')?.focus()
  // Whoever got here has pressed something already: what the page can do beyond its forms is there at once, and a
  // proof in another window is heard of without a touch.
  void import(document.currentScript.dataset.client)

  // A token leaves the address bar at once; the history entry keeps it for a reload.
  const address = new URL(location)
  const query = address.searchParams
  const token = query.get('token')
  const kept = history.state?.token
  if (parent !== self) parent.postMessage({ type: 'storehand-step', step: query.get('step') }, '*')
  if (token) {
    query.delete('token')
    history.replaceState({ token }, '', address)
  } else if (kept) {
    query.set('token', kept)
    location.replace(address)
  }
}
