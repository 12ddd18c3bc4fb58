// The organization's page: creating one, waiting for approval, or what an approved member finds.
import { useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { wordsForRole, type SessionView } from '#domain/accounts.ts'
import { ORGANIZATION_NAME_MAX } from '#domain/organizations.ts'
import { sessionQuery } from '../queries.ts'
import { memberOf, type Member } from '../shell/session.tsx'
import { useTitle } from '../shell/title.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { KeyRing } from '../ui/drawings.tsx'
import { TextInput } from '../ui/field.tsx'
import { useCreateOrganization } from './organizations-api.ts'
import { WidgetCode } from './widget-code.tsx'

export function OrganizationsScreen({ session }: { session: SessionView }) {
  useTitle('Organizations')
  const member = memberOf(session)
  if (member) return <Approved member={member} />
  if (session.organization) return <Pending name={session.organization.name} />
  return <Welcome />
}

function Welcome() {
  const [name, setName] = useState('')
  const create = useCreateOrganization()
  const blank = name.trim() === ''

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!blank && !create.isPending) create.mutate({ name: name.trim() })
  }
  return (
    <div className="max-w-[560px]">
      <KeyRing />
      <h1 className="mt-6 text-page font-semibold">Welcome to Organizations</h1>
      <p className="text-ink-2">
        Your shop's team lives here. Create an organization, then add job posts and meet applicants.
      </p>
      <form onSubmit={submit} className="mt-6 grid gap-4">
        <TextInput
          label="Organization Name"
          name="organization"
          autoComplete="organization"
          maxLength={ORGANIZATION_NAME_MAX}
          value={name}
          onChange={(event) => setName(event.target.value)}
          hint="The name of your shop, as applicants know it."
        />
        <Button
          type="submit"
          kind="primary"
          className="justify-self-start"
          inactive={blank || create.isPending}
        >
          {create.isPending ? 'Creating…' : 'Create Organization'}
        </Button>
      </form>
    </div>
  )
}

function Pending({ name }: { name: string }) {
  const session = useQuery(sessionQuery)
  const [checked, setChecked] = useState(false)
  const check = async () => {
    setChecked(false)
    await session.refetch()
    setChecked(true)
  }
  return (
    <div className="max-w-[560px]">
      <KeyRing />
      <h1 className="mt-6 text-page font-semibold">Pending Approval</h1>
      <p className="mb-5">An owner of {name} must approve you before you can see applications.</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button inactive={session.isFetching} onClick={() => void check()}>
          Check again
        </Button>
        <span role="status" className="text-ink-2">
          {checked && !session.isFetching ? 'Not approved yet.' : ''}
        </span>
      </div>
    </div>
  )
}

function Approved({ member }: { member: Member }) {
  const { organization, profile } = member
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="me-auto text-page font-semibold break-words">{organization.name}</h1>
        <Link to="/admin" className={buttonClass('primary')}>
          Open the dashboard
        </Link>
      </div>
      <p className="text-ink-2">
        Everyone here can read applications. You are signed in as {wordsForRole[profile.role]}.
      </p>
      <WidgetCode organization={organization} />
    </>
  )
}
