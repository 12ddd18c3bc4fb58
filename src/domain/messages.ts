// Every sentence a person can read when something fails or succeeds, in the order of the specification's catalogue.

export const messages = {
  // Auth
  'auth.emailTaken': 'This email is already registered. Please try logging in instead.',
  'auth.badCredentials': 'Invalid email or password. Please check your credentials and try again.',
  'auth.unexpected': 'An unexpected error occurred. Please try again.',
  'auth.resetMailFailed': 'Failed to send reset email. Please try again.',
  'auth.signOutFailed': 'Failed to sign out. Please try again.',
  'auth.signOutUnexpected': 'An unexpected error occurred while signing out.',
  'auth.passwordTooShort': 'Password must be at least 6 characters long',
  'auth.passwordTooLong': 'Password must be at most 128 characters long',
  'auth.passwordsDiffer': 'Passwords do not match',
  'auth.emailInvalid': 'Please enter a valid email address.',
  'auth.nameRequired': 'First name and last name are required',
  'auth.signInRequired': 'Please sign in to continue.',
  'account.passwordWrong': 'This is not your password.',
  'account.lastOwner':
    'You are the last owner of your organization. Make somebody else an owner first, or remove the other members.',
  'account.closing': 'Your account and its data will be deleted on {date}.',

  // Verification
  'verification.linkInvalid': 'The verification link is invalid or has expired.',
  'verification.missingParameters': 'Missing verification parameters',
  'verification.embedLinkInvalid': 'Verification link is invalid or expired',
  'verification.failed': 'Verification failed',
  'verification.unexpected': 'An error occurred during verification',
  'verification.codeWrong': 'That code does not match. Check the newest e-mail.',

  // Application
  'application.informationMissing': 'Missing application information. Please try applying again.',
  'application.jobNotFound': 'Job posting not found. Please try applying again.',
  'application.jobLoadFailed': 'Failed to load job information.',
  'application.uploadFailedTitle': 'Upload Failed',
  'application.uploadFailed': 'Failed to upload CV. Please try again.',
  'application.dataMissing': 'Missing application data. Please try again.',
  'application.submitFailedTitle': 'Failed to Submit Application',
  'application.submitFailed': 'Please try again later.',
  'application.databaseError': 'Database error: {message}',
  'application.embedUnexpected': 'An unexpected error occurred. Please try again.',
  'application.nameRequired': 'First name and last name are required',
  'application.fileTooLarge': 'File Too Large: Please select a file smaller than 10MB.',
  'application.fileTypeInvalid': 'Invalid File Type: Please select a PDF, DOC, or DOCX file.',
  'application.fileLimit': 'You have uploaded too many files for this application.',
  'application.duplicate': 'You have already applied for this position with this email address.',
  'application.jobUnavailable': 'Job posting not found or not accessible',
  'application.invalid': '{message}',
  'application.experienceRange': 'Years of experience must be a whole number from 0 to 50.',
  'application.urlInvalid': 'Enter a web address that starts with http:// or https://.',
  'application.textTooLong': '{field} can have at most {max} characters.',
  'application.formBroken': 'The form did not arrive whole. Please send it again.',

  // Dashboard
  'dashboard.shopifyError': 'Shopify Error',
  'dashboard.jobsFetchDatabase': 'Error: Failed to fetch job posts from database',
  'dashboard.noJobsToSync': 'No Jobs to Sync',
  'dashboard.organizationNotFound': 'Organization not found',
  'dashboard.syncFailed': 'Sync Failed: Failed to sync jobs to Shopify. Please try again.',
  'dashboard.applicantsFetchFailed': 'Failed to fetch applicants.',
  'dashboard.statusUpdateFailed': 'Failed to update applicant status.',
  'dashboard.contactedUpdateFailed': 'Failed to update contacted status',
  'dashboard.rejectFailed': 'Failed to reject applicant',
  'dashboard.applicantDeleteFailed': 'Failed to delete applicant',
  'dashboard.customerFetchFailed': 'Failed to fetch customer data',
  'dashboard.cvMissing': 'Unable to access CV file. Please check if the file exists.',
  'dashboard.cvLinkFailed': 'Unable to generate access link for CV file.',
  'dashboard.cvOpenFailed': 'Failed to open CV',
  'dashboard.removalFailed': 'Failed to process data removal request',
  'dashboard.jobsFetchFailed': 'Failed to fetch job posts.',
  'dashboard.jobsSyncFailed': 'Failed to sync jobs from Shopify.',
  'dashboard.jobUpdateFailed': 'Failed to update job post.',
  'dashboard.jobCreatedPageFailed': 'Job created but failed to update Shopify store page.',
  'dashboard.jobsSyncedPageFailed': 'Jobs synced but failed to update Shopify store page.',
  'dashboard.customerMissing':
    'Unable to load detailed customer data. The customer record may not exist in Shopify.',
  'dashboard.jobDeleted': 'Job post deleted successfully.',
  'dashboard.jobDeleteFailed': 'Failed to delete job post.',
  'dashboard.jobCreateFailed': 'Failed to create job post.',

  // Applicants, jobs: the server's own reasons behind the sentences above
  'applicant.missing': 'This applicant no longer exists.',
  'applicant.moveRefused': 'This move is not possible: the applicant is {status} now.',
  'job.missing': 'This job post no longer exists.',
  'job.titleRequired': 'Please enter a job title.',
  'job.descriptionRequired': 'Please enter a description.',
  'job.titleForDescription': 'Please enter a job title before generating description',
  'job.organizationRequired': 'You must be part of an organization to create job posts',
  'job.ownerRequired': 'Only an organization owner can create job posts.',

  // Incidents
  'incidents.fetchFailed': 'Failed to fetch security incidents',
  'incidents.createFailed': 'Failed to create security incident',
  'incidents.updateFailed': 'Failed to update incident status',
  'incidents.assignFailed': 'Failed to assign incident',

  // Organization
  'organization.createFailed': 'Failed to create organization: {message}',
  'organization.approveFailed': 'Failed to approve user: {message}',
  'organization.roleFailed': 'Failed to update role: {message}',
  'organization.profileFailed': 'Failed to load profile: {message}',
  'organization.loadFailed': 'Failed to load organization: {message}',
  'organization.usersFailed': 'Failed to load users: {message}',
  'organization.nameRequired': 'Enter a name for the organization.',
  'organization.alreadyMember': 'You already belong to an organization.',
  'organization.none': 'You are not part of an organization yet.',
  'organization.pending': 'An owner of your organization has not approved you yet.',
  'organization.ownerRequired': 'Only an organization owner can do this.',
  'organization.removeFailed': 'Failed to remove user: {message}',
  'organization.inviteFailed': 'Failed to send invitation: {message}',
  'organization.joinFailed': 'Failed to send request: {message}',
  'organization.acceptFailed': 'Failed to accept invitation: {message}',
  'organization.memberMissing': 'This person is not part of the organization any more.',
  'organization.memberPending': 'This person has to be approved first.',
  'organization.memberAlready': 'This person is already part of the organization.',
  'organization.ownRow': 'You cannot change or remove yourself. Ask another owner.',
  'organization.lastOwner': 'An organization needs at least one owner.',
  'organization.invitationInvalid': 'This invitation is invalid or has expired. Ask for a new one.',
  'organization.invitationOther':
    'This invitation was sent to another address. Sign in with that address to accept it.',
  'organization.invitationLimit': 'Too many invitations were sent. Please try again later.',
  'organization.left': 'You are no longer part of {organization}.',
  'organization.roleChanged': 'Your role is now {role}.',

  // Store connection
  'store.connectFailed': 'Failed to connect Shopify store: {message}',
  'store.installUrlFailed': 'Failed to generate install URL',
  'store.exchangeFailed': 'Failed to exchange OAuth code for token',
  'store.sessionFailed': 'Failed to store Shopify session',
  'store.stateInvalid': 'Invalid OAuth state',

  // Embed
  'embed.linkInvalid': 'Verification link is invalid or expired. Please try applying again.',
  'embed.verificationFailed': 'Verification failed. Please try applying again.',
  'embed.mailFailed': 'Failed to send verification email: {reason}. Please try again.',
  'embed.functionFailed': 'Email function failed: {reason}. Please try again.',
  'embed.saveFailed': 'Failed to save application: {message}',
  'embed.emailNeeded': 'Please enter a valid email address and ensure a job is selected.',
  'embed.dataMissing': 'Error: Missing application data. Please try again.',
  'embed.jobClosed': 'This position is no longer open.',
  'embed.consentNeeded': 'Please tick the box to continue.',

  // Success
  'success.applicationSubmitted': 'Application Submitted!',
  'success.applicationSubmittedAlert':
    'Application submitted successfully! We will contact you soon.',
  'success.pageCreated': 'Career page created',
  'success.pageUpdated': 'Career page updated',
  'success.pageDeleted': 'Career page deleted',
  'success.statusUpdated': 'Applicant status updated successfully.',
  'success.rejected': 'Applicant has been rejected',
  'success.applicantDeleted': 'Applicant deleted successfully',
  'success.dataRemoved': 'Data Removal Successful',
  'success.jobCreated': 'Job post created!',
  'success.jobUpdated': 'Job post updated.',
  'success.descriptionGenerated': 'Job description generated!',
  'success.incidentCreated': 'Security incident created successfully',
  'success.incidentUpdated': 'Incident status updated successfully',
  'success.incidentAssigned': 'Incident assigned successfully',
  'success.organizationCreated': 'Organization created!',
  'success.userApproved': 'User approved!',
  'success.roleUpdated': 'Role updated!',
  'success.userRemoved': 'User removed',
  'success.invitationSent': 'Invitation sent to {email}.',
  'success.invitationAccepted': 'Invitation accepted.',
  'success.joinRequested': 'Your request is on its way.',
  'success.joinWithdrawn': 'Your request was taken back.',
  'success.welcome': 'Welcome!',
  'success.signedOut': 'Signed out',
  'success.accountKept': 'Your account stays.',

  // The server itself
  'server.unexpected': 'An unexpected error occurred. Please try again.',
  'server.invalid': 'Some of what was sent cannot be used: {message}',
  'server.notFound': 'Not found.',
  'server.originRefused': 'This request came from another site and was refused.',
  'server.tooLarge': 'The request is too large.',
  'server.rateLimited': 'Too many attempts. Please wait a moment and try again.',
  'server.unavailable': 'The service is not available right now. Please try again in a moment.',
} as const

export type MessageCode = keyof typeof messages

/** The text of `code`, its `{holes}` filled from `values`; a hole without a value stays empty. */
export function fill(code: MessageCode, values: Record<string, string | number> = {}): string {
  return messages[code].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** What is said of a text that is longer than its field takes. */
export const tooLong = (field: string, max: number): string =>
  fill('application.textTooLong', { field, max: max.toLocaleString('en-GB') })
