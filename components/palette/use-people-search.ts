import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listQuery } from '#components/api/api-query.ts'
import type { Option } from '#components/palette/palette-option.tsx'
import { MIN_CHARACTERS, ROWS_PER_KIND, useSearchText } from '#components/palette/use-record-search.ts'
import { useContacts } from '#components/processes/form/contacts.ts'
import { useCan } from '#components/shell/account.ts'

/** Users, and people of earlier processes with what they signed or are to sign. */
export function usePeopleSearch(text: string): Option[] {
  const t = useTranslations('palette')
  const search = useSearchText(text)
  const enabled = search.length >= MIN_CHARACTERS && text.trim() === search
  const maySeeUsers = useCan('user.read')
  const users = useQuery({
    ...listQuery(['users', 'palette'], 'GET /users', { state: { search }, rows: ROWS_PER_KIND }),
    enabled: enabled && maySeeUsers,
    placeholderData: undefined,
  })
  const contacts = useContacts(enabled ? search : '')
  if (!enabled) return []
  const personOption = (path: string, parameter: string, { name, email }: Person, detail: string) => ({
    key: `${path} ${email}`,
    group: 'people' as const,
    label: `${name}, ${email}`,
    target: `${path}?${parameter}=${encodeURIComponent(email)}`,
    detail,
  })
  return [
    ...(users.data?.data ?? []).map((user) => personOption('/users', 'search', user, t('user'))),
    ...contacts
      .slice(0, ROWS_PER_KIND)
      .flatMap((contact) => [
        personOption('/processes', 'signer', contact, t('processesOfPerson')),
        personOption('/vault', 'signer', contact, t('vaultOfPerson')),
      ]),
  ]
}

interface Person {
  name: string
  email: string
}
