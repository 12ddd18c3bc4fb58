// The address /connect-shopify: a screen of the store, in the frame of every signed-in page.
import { PageLayout } from './dashboard-layouts.tsx'
import { NameShop } from './organizations/welcome.tsx'
import { ConnectScreen } from './store/connect-screen.tsx'

export const ConnectPage = () => <ConnectScreen Frame={PageLayout} NameShop={NameShop} />
