// What the platform gives the module, by its own types: an element, a property or a target that does not exist does not compile.
import '@shopify/ui-extensions'

declare module './src/action.js' {
  const shopify: import('@shopify/ui-extensions/admin.customer-segment-details.action.render').Api
}
