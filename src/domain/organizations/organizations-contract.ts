// The addresses of organizations: creating one, joining one, and owners' decisions about members and appearance.
import { z } from 'zod'
import type { ContractTable } from '../contract.ts'
import { brand } from './brand.ts'
import { profileInput, shopProfile } from './profile.ts'
import {
  acceptInput,
  brandInput,
  invitationInput,
  invitationView,
  membersView,
  openInvitation,
  organization,
  organizationInput,
  organizationMember,
  roleInput,
} from './organizations.ts'

export const organizationContracts = {
  'POST /api/organizations': {
    summary: 'Create an organization and become its owner',
    who: 'signed-in',
    body: organizationInput,
    status: 201,
    answer: organization,
  },
  'PATCH /api/organizations/own': {
    summary: 'Rename the organization, or choose its accent colour: six hex digits',
    who: 'owner',
    body: brandInput,
    answer: brand,
  },
  'GET /api/organizations/own/profile': {
    summary: 'What the public pages say about the organization',
    who: 'member',
    answer: shopProfile,
  },
  'PATCH /api/organizations/own/profile': {
    summary:
      'Change the words on the public pages: about, website, address, the benefits of every job, people and places; empty removes one, and a list replaces the list',
    who: 'owner',
    body: profileInput,
    answer: shopProfile,
  },
  'POST /api/organizations/join': {
    summary: 'Ask an organization to be let in, by its exact name; every name is answered the same',
    who: 'signed-in',
    body: organizationInput,
    status: 202,
    answer: z.object({ organization_name: z.string() }),
  },
  'DELETE /api/organizations/join': {
    summary: 'Take that request back',
    who: 'signed-in',
    answer: null,
  },
  'POST /api/organizations/invitations': {
    summary: 'Invite an address by mail',
    who: 'owner',
    body: invitationInput,
    status: 201,
    answer: openInvitation.omit({ id: true }),
  },
  'POST /api/organizations/invitations/read': {
    summary: 'Who invites whom to what, for whoever holds the token of the mail; no session needed',
    who: 'public',
    body: acceptInput,
    answer: invitationView,
  },
  'POST /api/organizations/invitations/accept': {
    summary:
      'Accept an invitation, which is its owner’s approval; where they are no owner any more, another one has to approve',
    who: 'signed-in',
    body: acceptInput,
    answer: z.object({
      organization: organization.pick({ id: true, name: true, slug: true }),
      is_approved: z.boolean(),
    }),
  },
  'DELETE /api/organizations/invitations/:invitationId': {
    summary: 'Take an open invitation back: its link ends',
    who: 'owner',
    answer: null,
  },
  'POST /api/organizations/leave': {
    summary: 'Stop waiting for an approval; approved members are removed by an owner',
    who: 'signed-in',
    answer: null,
  },
  'GET /api/organizations/members': {
    summary: 'The people of the organization, newest first; those who wait are for owners only',
    who: 'member',
    answer: membersView,
  },
  'POST /api/organizations/members/:memberId/approve': {
    summary: 'Let someone in who waits',
    who: 'owner',
    answer: organizationMember,
  },
  'PATCH /api/organizations/members/:memberId/role': {
    summary: 'Change the role of another member',
    who: 'owner',
    body: roleInput,
    answer: organizationMember,
  },
  'DELETE /api/organizations/members/:memberId': {
    summary: 'Remove another member, or turn away someone who waits',
    who: 'owner',
    answer: null,
  },
} satisfies ContractTable

export const logoContracts = {
  'PUT /api/organizations/own/logo': {
    summary:
      'Give the organization a logo: the file itself as the body, PNG, JPEG or WebP, at most 1 MB and 2,000 pixels a side',
    who: 'owner',
    file: 'image/*',
    answer: brand,
  },
  'DELETE /api/organizations/own/logo': {
    summary: 'Remove the logo',
    who: 'owner',
    answer: brand,
  },
  'PUT /api/organizations/own/picture': {
    summary:
      'The picture that messengers show beside a link: the file itself as the body, PNG, JPEG or WebP, at most 4 MB and 4,000 pixels a side',
    who: 'owner',
    file: 'image/*',
    answer: shopProfile,
  },
  'DELETE /api/organizations/own/picture': {
    summary: 'Remove that picture',
    who: 'owner',
    answer: shopProfile,
  },
  'PUT /api/organizations/own/cover': {
    summary:
      'The picture across the top of the careers page: the file itself as the body, PNG, JPEG or WebP, at most 400 kB and 1,600 pixels a side',
    who: 'owner',
    file: 'image/*',
    answer: shopProfile,
  },
  'DELETE /api/organizations/own/cover': {
    summary: 'Remove that picture',
    who: 'owner',
    answer: shopProfile,
  },
  'PUT /api/organizations/own/portraits/:portraitId/picture': {
    summary:
      'The picture of a person or place on the careers page: the file itself as the body, PNG, JPEG or WebP, at most 120 kB and 640 pixels a side',
    who: 'owner',
    file: 'image/*',
    answer: shopProfile,
  },
  'DELETE /api/organizations/own/portraits/:portraitId/picture': {
    summary: 'Remove that picture; the person or place stays',
    who: 'owner',
    answer: shopProfile,
  },
} satisfies ContractTable
