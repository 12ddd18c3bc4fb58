// Looks at the mail server without sending anything: connects, asks for encryption, signs in.

export type CheckedMailServer = { isEncrypted: boolean; isSignedIn: boolean }

const TIMEOUT_MS = 10_000

export async function checkMailServer(smtpUrl: string): Promise<CheckedMailServer> {
  // The same reading of the address as when mails are sent.
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ])
  const { auth, ...options } = parseConnectionUrl(smtpUrl)
  const connection = new Connection({
    ...options,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  try {
    return await new Promise((resolve, reject) => {
      connection.once('error', reject)
      connection.connect(() => {
        const done = { isEncrypted: connection.secure, isSignedIn: auth !== undefined }
        if (!auth) resolve(done)
        else connection.login(auth, (error) => (error ? reject(error) : resolve(done)))
      })
    })
  } finally {
    connection.quit()
  }
}
