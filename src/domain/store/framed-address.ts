/** Where the addresses of the framed dashboard begin, ours as well as those of the app in a store's admin; below it they are those of the dashboard itself. */
export const FRAMED = '/shopify-embed'
