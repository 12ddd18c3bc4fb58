import { expect, test } from 'vitest'
import { findMisspelt } from './misspelt-settings.ts'

test('a variable that looks like a setting is named with the one that may be meant', () => {
  const env = {
    SMTP_URI: 'x',
    CV_QUOTA: '1',
    OPERATOR_NAEM: 'x',
    CLAMAV_URLS: 'x',
    HOME: '/',
    PATH: '',
    LOGNAME: 'x',
    SMTP_URL: 'x',
    TERM_PROGRAM: 'x',
    POSTGRES_PASSWORD: 'x',
    BACKUP_FOLDER: 'x',
    S3_SECRET_KEY: 'x',
  }
  expect(findMisspelt(env)).toEqual([
    { name: 'SMTP_URI', suggestion: 'SMTP_URL' },
    { name: 'CV_QUOTA', suggestion: 'CV_QUOTA_MB_PER_ORGANIZATION' },
    { name: 'OPERATOR_NAEM', suggestion: 'OPERATOR_NAME' },
    { name: 'CLAMAV_URLS', suggestion: 'CLAMAV_URL' },
  ])
})
