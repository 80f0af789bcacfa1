import type { Messages } from '../messages.ts'

export const overview: Messages['overview'] = {
  greeting: 'Bonjour',
  greetingName: 'Bonjour, {name}',
  inProgress:
    '{count, plural, =0 {Aucune signature n’est attendue.} one {Une procédure est en cours.} other {# procédures sont en cours.}}',
  waiting: {
    title: 'En attente de',
    empty: 'Aucune signature en attente',
    emptyText:
      'Les documents que vous envoyez pour signature apparaissent ici jusqu’à ce qu’ils soient signés.',
    columns: { process: 'Procédure', signer: 'Signataire', since: 'Depuis' },
  },
  completed: 'Récemment terminées',
  counts: {
    label: 'Nombres',
    waiting: 'En attente de signature',
    expiring: 'Expirent sous une semaine',
    drafts: 'Brouillons',
    completed: 'Terminées',
    vaultExpiring: 'Conservation bientôt terminée',
  },
  forYou: {
    title: 'En attente de votre signature',
    text: 'C’est votre tour. Le lien de signature se trouve dans l’e-mail envoyé à {email} ; vous pouvez vous le faire renvoyer.',
    from: 'De',
    until: 'Jusqu’au',
    link: 'Lien',
  },
  expiring: { title: 'Expirent bientôt', expires: 'Expiration' },
  activity: { title: 'Les six derniers mois', sent: 'Envoyées', completed: 'Terminées' },
  nextStep: {
    label: 'Prochaine étape',
    notSealed: {
      title: '« {name} » ne peut pas encore être scellée',
      text: 'Tous ont signé. L’apposition du sceau est retentée jusqu’à ce qu’elle réussisse.',
      action: 'Voir pourquoi',
    },
    draft: {
      title: '« {name} » n’a pas été envoyée',
      signers: 'Brouillon pour {names}.',
      noSigners: 'Brouillon sans signataire.',
      action: 'Continuer',
    },
    refused: {
      title: '« {name} » a été refusée',
      text: 'Il manque la signature de {names}.',
      action: 'Lire pourquoi',
    },
    first: {
      title: 'Envoyez votre premier document pour signature',
      text: 'Choisissez un PDF, indiquez les signataires et l’emplacement de leurs signatures. Chacun reçoit un e-mail ; vous suivez l’avancement.',
    },
  },
  quota: {
    title: 'Ce mois-ci',
    documents: 'Documents',
    signatures: 'Signatures',
    usage: '<strong>{used}</strong> sur {limit}',
    progress: '{name} : utilisation',
    plan: '{organisation}, formule : {plan}',
    plans: { free: 'Gratuite', starter: 'Starter', business: 'Business', enterprise: 'Enterprise' },
  },
}
