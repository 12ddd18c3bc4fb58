// How icons are drawn, once for all of them. An icon without a name of its own is hidden from screen readers by the library.
import type { ReactNode } from 'react'
import { LucideProvider } from 'lucide-react'

export const IconStyle = ({ children }: { children: ReactNode }) => (
  <LucideProvider strokeWidth={1.75}>{children}</LucideProvider>
)
