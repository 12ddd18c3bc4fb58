// The header of the public pages: product name, menu and the way in for staff. Works without scripts.

const menu = [
  ['Admin Dashboard', '/admin'],
  ['Organizations', '/organizations'],
  ['Privacy Policy', '/privacy'],
  ['Terms of Service', '/terms'],
] as const

export function PageHeader() {
  return (
    <header className="top">
      <a className="logo" href="/">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path
            fill="currentColor"
            fillRule="evenodd"
            d="m3.5 17 4-4h9l4 4v5a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 22zm8.5-1.5a1.7 1.7 0 1 0 .01 0z"
          />
          <path
            className="line"
            d="M9 13.5C7 11.5 6 9.5 5.200 7.800c-.6-1.400 1.400-2.100 2.200-.9L8.800 9V3.700c0-1.7 2.600-1.7 2.600 0v3.800-5.200c0-1.7 2.600-1.7 2.600 0v5.200-3.5c0-1.7 2.600-1.7 2.600 0v5c0 1.800-.5 3.200-1.600 4.5"
          />
        </svg>
        Storehand
      </a>
      <button type="button" className="b o plain" popoverTarget="menu">
        <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 7h16M4 12h16M4 17h16" />
        </svg>
        Menu
      </button>
      <nav id="menu" popover="auto" aria-label="Menu">
        {menu.map(([name, href]) => (
          <a key={href} href={href}>
            {name}
          </a>
        ))}
      </nav>
      <a className="b o" href="/auth">
        Sign In
      </a>
    </header>
  )
}
