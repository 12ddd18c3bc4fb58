// Starts the page in the store's admin. Nothing here touches cookies or storage: in that frame there are none.
import { StrictMode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '../../queries.ts'
import { IconStyle } from '../../ui/icon-style.tsx'
import { AdminPageScreen } from './admin-page-screen.tsx'
import { readAdminFrame } from './admin-frame.ts'

const place = document.getElementById('root')
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <IconStyle>
          <AdminPageScreen embedding={readAdminFrame(document)} />
        </IconStyle>
      </QueryClientProvider>
    </StrictMode>,
  )
}
