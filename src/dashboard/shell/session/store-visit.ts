// Addresses that are opened from the store, by people without a session here.

/** The root only redirects, and the store's pages are public: both work without loading a session. */
export const isStoreVisit = (pathname: string): boolean =>
  pathname === '/' || pathname.startsWith('/shopify-')
