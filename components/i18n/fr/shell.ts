import type { Messages } from '../messages.ts'

export const shell: Messages['shell'] = {
  nav: {
    main: 'Principale',
    overview: 'Accueil',
    documents: 'Documents',
    processes: 'Procédures',
    templates: 'Modèles',
    vault: 'Coffre-fort',
    folders: 'Dossiers',
    users: 'Utilisateurs',
    apiKeys: 'Clés d’API',
    webhooks: 'Webhooks',
    settings: 'Paramètres',
  },
  home: 'Paraph, accueil',
  account: 'Votre compte',
  signOut: 'Se déconnecter',
  language: 'Langue',
  testMode: {
    label: 'Mode test',
    error: 'Le mode n’a pas pu être changé. Réessayez.',
    banner: 'Les documents créés maintenant n’engagent à rien et n’utilisent aucun quota.',
    record: 'Créé en mode test. Ses signatures viennent d’une autorité de test et n’engagent à rien.',
  },
  confirmation: {
    label: 'Votre adresse n’est pas confirmée',
    text: 'Confirmez votre adresse avec le lien envoyé à <b>{email}</b>. D’ici là, vous pouvez tout préparer, mais rien n’est envoyé à d’autres.',
    resend: 'Renvoyer',
    error: 'L’e-mail n’a pas pu être envoyé. Réessayez.',
  },
  noAccess: {
    title: 'Accès refusé',
    text: 'Votre rôle, {role}, ne le permet pas. Demandez un autre rôle à un administrateur.',
  },
  notFound: {
    title: 'Page introuvable',
    text: 'Cette page n’existe pas, a été supprimée ou appartient à une autre organisation. Vérifiez l’adresse.',
  },
  stale: 'Cette page n’est peut-être pas à jour.',
  list: {
    show: 'Afficher',
    loading: 'Chargement : {label}',
    pages: 'Pages de la liste',
    page: 'Page {page} sur {count} · {total, number} au total',
    pageOfMany: 'Page {page} · plus de {total, number} résultats',
    previous: 'Précédente',
    next: 'Suivante',
  },
  selection: {
    label: 'Actions sur la sélection',
    clear: 'Annuler la sélection',
    count: '{count, plural, one {# sélectionné} other {# sélectionnés}}',
    select: 'Sélectionner {name}',
    selectAll: 'Tout sélectionner sur cette page',
  },
}
