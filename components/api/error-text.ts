import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'

/** Gives the text of a failed request. Other messages are those of the service, translated. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('api.errors')
  return (error) => {
    if (!(error instanceof ApiError)) return t('unreachable')
    return error.textKey ? t(error.textKey) : error.message
  }
}
