// The catalogue must hold every text of docs/specification.md §8, word for word; they are typed here a second time.
import compile from 'icu-minify/compile'
import { describe, expect, test } from 'vitest'
import en from './en.json' with { type: 'json' }
import { inLocale } from './locale.ts'
import { t } from './text.ts'

const specified: Record<string, readonly string[]> = {
  Auth: [
    'This email is already registered. Please try logging in instead.',
    'Invalid email or password. Please check your credentials and try again.',
    'An unexpected error occurred. Please try again.',
    'Failed to send reset email. Please try again.',
    'Failed to sign out. Please try again.',
    'An unexpected error occurred while signing out.',
    'Password must be at least 6 characters long',
    'Passwords do not match',
  ],
  Verification: [
    'The verification link is invalid or has expired.',
    'Missing verification parameters',
    'Verification link is invalid or expired',
    'Verification failed',
    'An error occurred during verification',
  ],
  Application: [
    'Missing application information. Please try applying again.',
    'Job posting not found. Please try applying again.',
    'Failed to load job information.',
    'Upload Failed',
    'Failed to upload CV. Please try again.',
    'Missing application data. Please try again.',
    'Failed to Submit Application',
    'Please try again later.',
    'Database error: {message}',
    'An unexpected error occurred. Please try again.',
    'First name and last name are required',
    'File Too Large: Please select a file smaller than 10MB.',
    'Invalid File Type: Please select a PDF, DOC, or DOCX file.',
    'You have already applied for this position with this email address.',
    'Job posting not found or not accessible',
  ],
  'Dashboard toasts': [
    'Shopify Error',
    'Error: Failed to fetch job posts from database',
    'No Jobs to Sync',
    'Organization not found',
    'Sync Failed: Failed to sync jobs to Shopify. Please try again.',
    'Failed to fetch applicants.',
    'Failed to update applicant status.',
    'Failed to update contacted status',
    'Failed to reject applicant',
    'Failed to delete applicant',
    'Failed to fetch customer data',
    'Unable to access CV file. Please check if the file exists.',
    'Unable to generate access link for CV file.',
    'Failed to open CV',
    'Failed to process data removal request',
    'Failed to fetch job posts.',
    'Failed to sync jobs from Shopify.',
    'Failed to update job post.',
    'Job created but failed to update Shopify store page.',
    'Jobs synced but failed to update Shopify store page.',
    'Unable to load detailed customer data. The customer record may not exist in Shopify.',
    'Job post deleted successfully.',
    'Failed to delete job post.',
    'Please enter a job title before generating description',
    'You must be part of an organization to create job posts',
  ],
  Incidents: [
    'Failed to fetch security incidents',
    'Failed to create security incident',
    'Failed to update incident status',
    'Failed to assign incident',
  ],
  Organization: [
    'Failed to create organization: {message}',
    'Failed to approve user: {message}',
    'Failed to update role: {message}',
    'Failed to load profile: {message}',
    'Failed to load organization: {message}',
    'Failed to load users: {message}',
  ],
  'Store connection': [
    'Failed to connect Shopify store: {message}',
    'Failed to generate install URL',
    'Failed to exchange OAuth code for token',
    'Failed to store Shopify session',
    'Invalid OAuth state',
  ],
  'Embed alerts': [
    'Verification link is invalid or expired. Please try applying again.',
    'Verification failed. Please try applying again.',
    'Failed to send verification email: {reason}. Please try again.',
    'Email function failed: {reason}. Please try again.',
    'Failed to save application: {message}',
    'Please enter a valid email address and ensure a job is selected.',
    'Error: Missing application data. Please try again.',
  ],
  'Success messages': [
    'Application Submitted!',
    'Career page created',
    'Career page updated',
    'Career page deleted',
    'Applicant status updated successfully.',
    'Applicant has been rejected',
    'Applicant deleted successfully',
    'Data Removal Successful',
    'Job post created!',
    'Job description generated!',
    'Security incident created successfully',
    'Incident status updated successfully',
    'Incident assigned successfully',
    'Organization created!',
    'User approved!',
    'Role updated!',
    'User removed',
    'Application submitted successfully! We will contact you soon.',
    'Welcome!',
    'Signed out',
  ],
}

// shows: 8-1, 8-2, 8-6, 8-9, 8-12, 8-24, 8-29
test.each(Object.entries(specified))('%s', (_, texts) => {
  const catalogue = new Set(Object.values(en))
  expect(texts.filter((text) => !catalogue.has(text))).toEqual([])
})

test('no text holds what a person should not read', () => {
  for (const [code, text] of Object.entries(en)) {
    expect(text.trim(), code).toBe(text)
    expect(text, code).not.toMatch(/undefined|\[object|\$\{|  /)
    expect(text, code).not.toBe('')
  }
})

test('every text can be compiled', () => {
  for (const [code, text] of Object.entries(en)) expect(() => compile(text), code).not.toThrow()
})

describe('t', () => {
  test('puts values in, as they are', () => {
    expect(t('organization.createFailed', { message: 'a {hole} $& $1' })).toBe(
      'Failed to create organization: a {hole} $& $1',
    )
    expect(t('application.textTooLong', { field: 'Phone', max: 40 })).toBe(
      'Phone can have at most 40 characters.',
    )
  })

  test('is a text also where its values leave nothing of it', () => {
    expect(t('application.invalid', { message: '' })).toBe('')
  })

  test('does not compile without a value that its text wants', () => {
    // @ts-expect-error: {max} is missing.
    expect(() => t('application.textTooLong', { field: 'Phone' })).toThrow('Missing value')
    // @ts-expect-error: there is no such text.
    expect(() => t('application.nothing')).toThrow('application.nothing')
  })

  test('speaks the language of the work at hand, and the one before afterwards', () => {
    const [pseudo, inside] = inLocale('en-XA', () => [
      t('job.missing'),
      t('tag.tooMany', { max: 20 }),
    ])
    expect(pseudo).toMatch(/^\[Ţĥîš ĵöƀ þöšţ .*~~\]$/)
    expect(inside).toContain('20')
    expect(t('job.missing')).toBe('This job post no longer exists.')
  })
})
