import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'

/** Gives the text of a failed request. Messages of the service are shown as they come. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('api.errors')
  return (error) => {
    if (!(error instanceof ApiError)) return t('unreachable')
    return error.textKey ? t(error.textKey) : error.message
  }
}
