// Access for a user of the store who is unknown, waits for an owner, or must prove their identity.
import { fullName } from '#domain/full-name.ts'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { StorePersonView } from '#domain/store/store-person.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError, reasonOf } from '../../api.ts'
import { sessionQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { typed, useCheckedForm } from '../../ui/forms/checked-form.ts'
import { PasswordInput, TextInput } from '../../ui/forms/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { storePersonQuery, useJoin, useMailCode, useProve, useShowFactor } from './person-api.ts'

/** `connectUrl`: where an owner signs in on our own site and connects the store to an existing organization. */
export function AdminSignIn({ connectUrl }: { connectUrl: string | null }) {
  const client = useQueryClient()
  const { data: person, error, refetch } = useQuery(storePersonQuery)
  const isIn = person?.state === 'member'
  useEffect(() => {
    if (isIn) void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }, [isIn, client])
  if (error && !person) {
    return <Problem className="mt-5" text={reasonOf(error)} onRetry={() => void refetch()} />
  }
  if (!person || isIn) return null
  if (person.state === 'pending') {
    return (
      <SignInPanel title={t('adminSignIn.pendingTitle')}>
        <p role="status">
          {t('adminSignIn.pendingText', { organization: organizationOf(person) })}
        </p>
        {person.can_take_out && <TakeOut person={person} />}
      </SignInPanel>
    )
  }
  if (person.state === 'second_factor') return <Factor />
  if (person.is_collaborator && person.organization_name === null) {
    return (
      <SignInPanel title={t('adminSignIn.newTitle', { shop: person.shop_name })}>
        <p>{t('store.ownerFirst')}</p>
      </SignInPanel>
    )
  }
  if (person.state === 'new' || person.can_use_shop) {
    return <Open person={person} connectUrl={connectUrl} />
  }
  return <Proof person={person} />
}

const organizationOf = ({ organization_name: name, shop_name }: StorePersonView) =>
  name ?? shop_name

function SignInPanel({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="ledger mt-6 px-5 py-5 max-md:px-4">
      <h2 id={heading} className="mb-1 text-section font-semibold wrap-anywhere">
        {title}
      </h2>
      <div className="grid max-w-[56ch] justify-items-start gap-4 wrap-anywhere">{children}</div>
    </section>
  )
}

/**
 * Nothing is created and no mail is sent before this click. Whose address has an account already comes in as a person of this shop alone,
 * or proves the account.
 */
function Open({ person, connectUrl }: { person: StorePersonView; connectUrl: string | null }) {
  const join = useJoin()
  const [byAccount, setByAccount] = useState(false)
  const { first_name, last_name, email, shop_name: shop, organization_name } = person
  const name = fullName({ first_name, last_name })
  const isKnown = person.state !== 'new'
  if (byAccount) return <Proof person={person} />
  return (
    <SignInPanel title={t('adminSignIn.newTitle', { shop: organization_name ?? shop })}>
      <p>
        {organization_name === null
          ? t(isKnown ? 'adminSignIn.newShopText' : 'adminSignIn.newText', { name, email, shop })
          : t(person.comes_as_owner ? 'adminSignIn.ownerText' : 'adminSignIn.joinText', {
              name,
              email,
              organization: organization_name,
            })}
      </p>
      {join.error && <Problem text={reasonOf(join.error)} />}
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          inactive={join.isPending}
          onClick={() => join.mutate(isKnown ? 'shop' : 'account')}
        >
          {t(
            organization_name === null || person.comes_as_owner
              ? 'adminSignIn.open'
              : 'adminSignIn.ask',
          )}
        </Button>
        {isKnown && (
          <Button onClick={() => setByAccount(true)}>{t('adminSignIn.byAccount')}</Button>
        )}
      </div>
      {person.can_take_out && <TakeOut person={person} />}
      {connectUrl && !isKnown && (
        <p className="text-ink-2">
          {t('adminPage.notLinked')}{' '}
          <a href={connectUrl} target="_top" className="text-link">
            {t('adminPage.signIn')}
          </a>
        </p>
      )}
    </SignInPanel>
  )
}

/** For the owner of a shop that somebody else has brought to their organization. */
function TakeOut({ person }: { person: StorePersonView }) {
  const join = useJoin()
  const { shop_name: shop } = person
  return (
    <>
      <p>{t('adminSignIn.takeOutText', { shop, organization: organizationOf(person) })}</p>
      {join.error && <Problem text={reasonOf(join.error)} />}
      <Button inactive={join.isPending} onClick={() => join.mutate('take-out')}>
        {t('adminSignIn.takeOut', { shop })}
      </Button>
    </>
  )
}

function Proof({ person }: { person: StorePersonView }) {
  const isElsewhere = person.state === 'elsewhere'
  const [byPassword, setByPassword] = useState(isElsewhere)
  const { email } = person
  return (
    <SignInPanel
      title={
        isElsewhere ? t('adminSignIn.elsewhereTitle') : t('adminSignIn.unprovedTitle', { email })
      }
    >
      <p>
        {isElsewhere ? t('adminSignIn.elsewhereText', { email }) : t('adminSignIn.unprovedText')}
      </p>
      {person.organization_name === null && <p>{t('adminSignIn.storeJoins')}</p>}
      {!isElsewhere && (
        <div className="flex flex-wrap gap-2">
          <Button aria-pressed={!byPassword} onClick={() => setByPassword(false)}>
            {t('adminSignIn.byCode')}
          </Button>
          <Button aria-pressed={byPassword} onClick={() => setByPassword(true)}>
            {t('adminSignIn.byPassword')}
          </Button>
        </div>
      )}
      {byPassword ? <ByPassword email={isElsewhere ? '' : email} /> : <ByCode email={email} />}
    </SignInPanel>
  )
}

type Errors = { form?: string | undefined }
const refused = (error: unknown): Errors => ({ form: reasonOf(error) })

function ByCode({ email }: { email: string }) {
  const mail = useMailCode()
  const { errors, submit, isSending } = useCheckedForm({
    sending: useProve<{ code: string }>(),
    read: (form) => ({ code: typed(form, 'code').trim() }),
    check: ({ code }): Errors => ({ form: code ? undefined : t('address.codeNeeded') }),
    refused,
  })
  const send = (
    <Button
      kind={mail.isSuccess ? 'plain' : 'primary'}
      inactive={mail.isPending}
      onClick={() => mail.mutate()}
    >
      {t(mail.isSuccess ? 'address.sendAgain' : 'address.sendCode')}
    </Button>
  )
  return (
    <>
      {mail.error && <Problem text={reasonOf(mail.error)} />}
      {!mail.isSuccess && send}
      {mail.isSuccess && (
        <form noValidate onSubmit={submit} className="grid w-full max-w-[360px] gap-4">
          <p role="status">{t('adminSignIn.codeSent', { email })}</p>
          {errors.form && <Problem text={errors.form} />}
          <TextInput
            label={t('factor.codeLabel')}
            name="code"
            hint={t('address.codeHint')}
            autoComplete="one-time-code"
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" kind="primary" inactive={isSending}>
              {t(isSending ? 'action.checking' : 'action.continue')}
            </Button>
            {send}
          </div>
        </form>
      )}
    </>
  )
}

function ByPassword({ email }: { email: string }) {
  const prove = useProve<{ email: string; password: string; second_factor?: string }>()
  const [asksFactor, setAsksFactor] = useState(false)
  const { errors, submit, isSending } = useCheckedForm({
    sending: prove,
    read: (form) => ({
      email: typed(form, 'email').trim(),
      password: typed(form, 'password'),
      ...(asksFactor && { second_factor: typed(form, 'second_factor').trim() }),
    }),
    check: ({ password }): Errors => ({
      form: password ? undefined : t('account.passwordNeeded'),
    }),
    refused: (error): Errors => {
      const isNew = error instanceof ApiError && error.code === 'factor.needed' && !asksFactor
      if (isNew) setAsksFactor(true)
      return isNew ? {} : refused(error)
    },
  })
  return (
    <form noValidate onSubmit={submit} className="grid w-full max-w-[360px] gap-4">
      {errors.form && <Problem text={errors.form} />}
      <TextInput
        label={t('field.email')}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
      />
      <PasswordInput
        label={t('account.passwordLabel')}
        name="password"
        autoComplete="current-password"
      />
      {asksFactor && (
        <TextInput
          label={t('factor.codeLabel')}
          name="second_factor"
          hint={t('factor.codeHint')}
          autoComplete="one-time-code"
        />
      )}
      <Button type="submit" kind="primary" className="justify-self-start" inactive={isSending}>
        {t(isSending ? 'action.checking' : 'action.continue')}
      </Button>
    </form>
  )
}

function Factor() {
  const { errors, submit, isSending } = useCheckedForm({
    sending: useShowFactor(),
    read: (form) => typed(form, 'code').trim(),
    check: (code): Errors => ({ form: code ? undefined : t('address.codeNeeded') }),
    refused,
  })
  return (
    <SignInPanel title={t('adminSignIn.factorTitle')}>
      <form noValidate onSubmit={submit} className="grid w-full max-w-[360px] gap-4">
        {errors.form && <Problem text={errors.form} />}
        <TextInput
          label={t('factor.codeLabel')}
          name="code"
          hint={t('factor.codeHint')}
          autoComplete="one-time-code"
        />
        <Button type="submit" kind="primary" className="justify-self-start" inactive={isSending}>
          {t(isSending ? 'action.checking' : 'action.continue')}
        </Button>
      </form>
    </SignInPanel>
  )
}
