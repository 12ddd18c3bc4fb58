// The style of all icons. The library hides an icon without a name from screen readers.
import type { ReactNode } from 'react'
import { LucideProvider } from 'lucide-react'

export const IconStyle = ({ children }: { children: ReactNode }) => (
  <LucideProvider strokeWidth={1.75}>{children}</LucideProvider>
)
