// Runs on the verification pages: submits the form, notifies the waiting window, redirects.
{
  const next = JSON.parse(document.getElementById('d').textContent)
  if (next.submit) document.getElementById('f').submit()

  // The message contains an address: it is sent to a specific origin only, never to '*'.
  if (next.message) {
    for (const waiting of [opener, parent]) {
      if (waiting && waiting !== self) {
        waiting.postMessage(next.message, next.origin || location.origin)
      }
    }
  }
  if (next.channel && self.BroadcastChannel) {
    new BroadcastChannel('storehand').postMessage(next.channel)
  }
  if (next.leave) {
    setTimeout(() => {
      try {
        top.location.replace(next.leave)
      } catch {
        location.replace(next.leave)
      }
    }, next.after * 1000)
  }
  try {
    // Also in `../application/draft.ts`.
    if (next.submitted) delete localStorage['storehand-draft']
  } catch {
    // A browser can block storage in frames: then there is no draft.
  }
  if (next.close) close()
  if (next.focus) document.querySelector('h1').focus()
}
