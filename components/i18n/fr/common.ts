import type { Messages } from '../messages.ts'

export const common: Messages['common'] = {
  save: 'Enregistrer',
  cancel: 'Annuler',
  close: 'Fermer',
  delete: 'Supprimer',
  remove: 'Retirer',
  edit: 'Modifier',
  undo: 'Annuler',
  retry: 'Réessayer',
  signInAgain: 'Se reconnecter',
  request: 'Requête',
  dismiss: 'Fermer',
  loading: 'Chargement',
  all: 'Tout afficher',
  name: 'Nom',
  email: 'E-mail',
  roles: { tenant_admin: 'Administrateur', user: 'Utilisateur', viewer: 'Lecteur' },
  errors: {
    network: 'Le service est injoignable. Vérifiez votre connexion et réessayez.',
    unavailable: 'Le service est momentanément indisponible. Réessayez dans un instant.',
    tooMany: 'Trop de requêtes en peu de temps. Patientez une minute, puis réessayez.',
    internal:
      'Une erreur s’est produite de notre côté. Aucune donnée n’a été perdue. Réessayez ; si le problème persiste, contactez votre administrateur.',
    pageTitle: 'Cette page n’est pas disponible',
  },
  offline: 'Vous êtes hors ligne. L’affichage n’est peut-être pas à jour.',
  colours: { label: 'Couleurs', light: 'Clair', system: 'Selon l’appareil', dark: 'Sombre' },
  details: 'Détails',
  skip: 'Aller au contenu',
}
