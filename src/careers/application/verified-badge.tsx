// The label beside an address that has been proven.

export function VerifiedBadge() {
  return <span className="badge">Verified</span>
}
