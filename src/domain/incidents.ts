// Security incidents: severities, statuses and the one way through them.

export const severities = ['critical', 'high', 'medium', 'low'] as const

export const incidentStatuses = ['open', 'investigating', 'resolved', 'closed'] as const
