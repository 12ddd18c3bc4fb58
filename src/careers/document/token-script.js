// Runs on the pages with forms: shows what went wrong, tells the step, cleans the address bar.
{
  document.querySelector('[role=alert]')?.focus()
  // Whoever got here has pressed something already: what the page can do beyond its forms is there at once, and a
  // proof in another window is heard of without a touch.
  void import(document.currentScript.dataset.client)

  // A token leaves the address bar at once; the history entry keeps it for a reload.
  const u = new URL(location),
    q = u.searchParams,
    t = q.get('token'),
    s = history.state?.token
  if (parent != self) parent.postMessage({ type: 'storehand-step', step: q.get('step') }, '*')
  if (t) {
    q.delete('token')
    history.replaceState({ token: t }, '', u)
  } else if (s) {
    q.set('token', s)
    location.replace(u)
  }
}
