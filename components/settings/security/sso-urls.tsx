import { useTranslations } from 'use-intl'
import { CopyField } from '#components/ui/copy/copy-field.tsx'
import type { SsoRecord } from '#lib/identity/sso/schema'

/** What the provider must know; first on a phone, because the form can be filled in only after that. */
export function SsoUrls({ sso, protocol }: { sso: SsoRecord; protocol: SsoRecord['protocol'] }) {
  const t = useTranslations('settings.sso')
  return (
    <div className="order-first flex flex-col gap-5 xl:order-none">
      {protocol === 'saml' ? (
        <>
          <CopyField label={t('metadataUrl')} hint={t('metadataUrlHint')} value={sso.metadata_url} />
          <CopyField label={t('acsUrl')} hint={t('acsUrlHint')} value={sso.callback_url} />
        </>
      ) : (
        <CopyField label={t('redirectUri')} hint={t('redirectUriHint')} value={sso.callback_url} />
      )}
      {sso.issuer ? (
        <CopyField label={t('signInLink')} hint={t('signInLinkHint')} value={sso.sign_in_url} />
      ) : null}
    </div>
  )
}
