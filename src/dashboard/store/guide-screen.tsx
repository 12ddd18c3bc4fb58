// /shopify-guide: the documentation a merchant meets first, from the connected store to the first applicant.
import type { ReactNode } from 'react'
import { useTitle } from '../shell/title.ts'
import { StoreFrame } from './store-frame.tsx'

export function GuideScreen() {
  useTitle('Documentation')
  return (
    <StoreFrame width="max-w-[688px]">
      <h1 className="text-page font-semibold">How Storehand works with your store</h1>
      <ol className="mt-6 grid gap-6">
        <Part title="1. Make it yours">
          Make an account, connect your store, and create your organization: the team that may read
          applications. A store belongs to one organization. Others join by invitation, and an owner
          approves each of them.
        </Part>
        <Part title="2. Write a job post">
          Under Jobs, an owner writes a title and a description and says where and how much. While
          the post is active, it is open to applicants; close it at any time.
        </Part>
        <Part title="3. Show it in your store">
          The code under Organizations puts the careers widget into any page of your store: it lists
          what is open, and people apply without leaving your page.
        </Part>
        <Part title="4. Meet the applicants">
          Each applicant proves an email address first. Their applications arrive on your screen
          while you look at it; read the CV, write a note, and move them along.
        </Part>
        <Part title="5. Let go of data">
          You remove or delete an applicant's data from their profile. The privacy policy says what
          is kept and for how long.
        </Part>
      </ol>
    </StoreFrame>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h2 className="text-panel font-semibold">{title}</h2>
      <p className="mt-1 text-ink-2">{children}</p>
    </li>
  )
}
