// The address /connect-shopify: a screen of the store, in the frame of every signed-in page.
import { PageFrame } from './frames.tsx'
import { ConnectScreen } from './store/connect-screen.tsx'

export const ConnectPage = () => <ConnectScreen Frame={PageFrame} />
