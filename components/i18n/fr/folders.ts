import type { Messages } from '../messages.ts'

export const folders: Messages['folders'] = {
  title: 'Dossiers',
  intro: 'Documents, procédures et modèles, et qui peut les voir.',
  search: 'Rechercher des dossiers',
  noMatch: 'Aucun dossier ne correspond. Essayez avec moins de mots.',
  new: 'Nouveau dossier',
  empty: 'Aucun dossier pour l’instant',
  emptyText:
    'Un dossier peut être ouvert à tous ou réservé aux utilisateurs que vous choisissez : eux seuls en voient le contenu.',
  emptyReadOnly: 'Aucun administrateur ne vous a encore donné accès à un dossier.',
  columns: { access: 'Accès', created: 'Créé' },
  counts: {
    documents: '{count, plural, one {# document} other {# documents}}',
    processes: '{count, plural, one {# procédure} other {# procédures}}',
    templates: '{count, plural, one {# modèle} other {# modèles}}',
  },
  access: {
    label: 'Accès',
    everyone: 'Tous',
    everyoneHint: 'Tous les utilisateurs de votre organisation, dans la limite de leur rôle.',
    administrators: 'Administrateurs',
    count: '{count, plural, one {# utilisateur} other {# utilisateurs}}',
    selected: 'Utilisateurs choisis',
    selectedHint:
      'Les autres utilisateurs n’en voient pas le contenu, même dans le coffre-fort. Les administrateurs le voient toujours.',
  },
  users: {
    chooseOne: 'Choisissez au moins un utilisateur.',
    label: 'Utilisateurs <selected>({count, plural, one {# choisi} other {# choisis}})</selected>',
    search: 'Rechercher des utilisateurs',
    noMatch: 'Aucun utilisateur ne correspond.',
    none: 'Il n’y a pas encore d’utilisateur en dehors des administrateurs.',
    more: 'Il y en a d’autres. Recherchez un nom ou une adresse e-mail.',
  },
  form: {
    changeTitle: 'Modifier « {name} »',
    create: 'Créer',
    changed: '« {name} » est modifié.',
    created: '« {name} » est créé.',
  },
  menu: { change: 'Renommer ou modifier l’accès' },
  deletion: {
    title: 'Supprimer « {name} » ?',
    text: 'Seul un dossier vide peut être supprimé, afin qu’aucun contenu ne devienne visible à tous.',
    done: '« {name} » est supprimé.',
  },
  folder: 'Dossier',
  noFolder: 'Aucun dossier',
  none: 'Aucun',
  move: {
    action: 'Déplacer vers un dossier',
    button: 'Déplacer',
    title: 'Déplacer « {name} »',
    document: 'Un document rattaché à une procédure ou à un modèle suit leur déplacement.',
    process: 'Ses documents et leurs exemplaires signés du coffre-fort sont déplacés avec elle.',
    template: 'Ses documents sont déplacés avec lui, et ses nouvelles procédures y commencent.',
    hint: 'Les utilisateurs sans accès au dossier ne verront plus cet élément.',
    done: 'Déplacement effectué : « {name} ».',
  },
}
