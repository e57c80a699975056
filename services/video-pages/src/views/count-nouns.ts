import type { Locale } from './locales.js';

interface LocaleNouns {
  /** Nouns of views. */
  readonly views: string;
  /** Nouns of plays. */
  readonly plays?: string;
  /** Nouns for other counts. */
  readonly others: string;
  /** Phrases for no views. */
  readonly none: string;
  /** Subset of the nouns above that precede their number even without a colon. */
  readonly labels?: string;
  /** Whether any noun may precede its number when none follows it. */
  readonly nounLeads?: boolean;
}

/** Words next to numbers on video pages, separated by commas, in any case. */
export const COUNT_NOUNS: Readonly<Record<Locale, LocaleNouns>> = {
  en: {
    views: 'view, views',
    plays: 'play, plays',
    others:
      'like, likes, dislikes, comment, comments, subscriber, subscribers, follower, followers, share, shares, reaction, reactions, reply, replies, repost, reposts, retweets, bookmarks, viewer, viewers, watching, waiting, seconds ago, second ago, minutes ago, minute ago, hours ago, hour ago, days ago, day ago, weeks ago, week ago, months ago, month ago, years ago, year ago',
    none: 'no views, no views yet, no plays, no plays yet',
  },
  de: {
    views: 'Aufruf, Aufrufe, Aufrufen, Ansicht, Ansichten, Mal angesehen',
    plays: 'Wiedergabe, Wiedergaben',
    others:
      'Kommentar, Kommentare, Abonnent, Abonnenten, Teilungen, Reaktionen, Zuschauer, sehen zu, schauen zu, warten, Gefällt mir, „Gefällt mir“-Angaben',
    none: 'keine Aufrufe, noch keine Aufrufe, keine Ansichten',
  },
  es: {
    views: 'visualización, visualizaciones, vista, vistas, visionados',
    plays: 'reproducción, reproducciones',
    others:
      'me gusta, comentario, comentarios, suscriptor, suscriptores, seguidor, seguidores, espectadores, compartidos, viendo, esperando, reacciones',
    none: 'sin visualizaciones, ninguna visualización, no hay visualizaciones, sin vistas, sin reproducciones',
  },
  fr: {
    views: 'vue, vues, visionnage, visionnages',
    others:
      "j'aime, commentaire, commentaires, abonné, abonnés, partages, spectateur, spectateurs, en train de regarder, en attente, réactions",
    none: 'aucune vue, pas de vues, aucun visionnage',
  },
  it: {
    views: 'visualizzazione, visualizzazioni',
    plays: 'riproduzione, riproduzioni',
    others:
      'mi piace, commento, commenti, iscritto, iscritti, condivisioni, spettatori, stanno guardando, in attesa, reazioni',
    none: 'nessuna visualizzazione',
  },
  pt: {
    views: 'visualização, visualizações, visualizacao, visualizacoes, exibições, vistas',
    plays: 'reprodução, reproduções',
    others:
      'curtida, curtidas, gosto, gostos, comentário, comentários, inscritos, subscritores, seguidores, compartilhamentos, partilhas, espectadores, assistindo, aguardando, reações',
    none: 'nenhuma visualização, sem visualizações',
  },
  nl: {
    views: 'weergave, weergaven, keer bekeken',
    plays: 'keer afgespeeld',
    others: 'vind-ik-leuks, reactie, reacties, abonnee, abonnees, volgers, kijkers, kijken, wachten',
    none: 'geen weergaven, nog geen weergaven',
  },
  sv: {
    views: 'visning, visningar',
    plays: 'uppspelning, uppspelningar',
    others: 'gilla-markeringar, kommentar, kommentarer, prenumeranter, följare, delningar, tittare, tittar, väntar',
    none: 'inga visningar',
  },
  da: {
    views: 'visning, visninger',
    plays: 'afspilning, afspilninger',
    others: 'synes godt om, kommentar, kommentarer, abonnenter, følgere, delinger, seere, ser med, venter',
    none: 'ingen visninger',
  },
  nb: {
    views: 'visning, visninger',
    plays: 'avspilling, avspillinger',
    others: 'likerklikk, kommentar, kommentarer, abonnenter, følgere, delinger, seere, ser på, venter',
    none: 'ingen visninger',
  },
  fi: {
    views: 'katselukerta, katselukertaa, näyttökerta, näyttökertaa',
    plays: 'toistokerta, toistokertaa, toistoa',
    others: 'tykkäystä, kommentti, kommenttia, tilaajaa, seuraajaa, katsojaa, jakoa, odottaa',
    none: 'ei katselukertoja, ei näyttökertoja',
  },
  pl: {
    views: 'wyświetlenie, wyświetlenia, wyświetleń, odsłon, obejrzeń',
    plays: 'odtworzenie, odtworzenia, odtworzeń',
    others:
      'polubienia, polubień, komentarz, komentarze, komentarzy, subskrybentów, obserwujących, udostępnień, widzów, ogląda, oczekuje',
    none: 'brak wyświetleń, brak odtworzeń',
  },
  cs: {
    views: 'zhlédnutí, zobrazení',
    plays: 'přehrání',
    others: 'to se mi líbí, komentář, komentáře, komentářů, odběratelů, sledujících, sdílení, diváků, sleduje, čeká',
    none: 'žádná zhlédnutí, žádné zhlédnutí, bez zhlédnutí',
  },
  sk: {
    views: 'zhliadnutie, zhliadnutia, zhliadnutí, zobrazení, videní',
    plays: 'prehratie, prehratia, prehratí',
    others:
      'páči sa mi to, komentár, komentáre, komentárov, odberateľov, sledovateľov, zdieľaní, divákov, sleduje, čaká',
    none: 'žiadne zhliadnutia, žiadne zobrazenia',
  },
  hu: {
    views: 'megtekintés, megtekintése',
    plays: 'lejátszás',
    others: 'kedvelés, hozzászólás, megjegyzés, feliratkozó, követő, megosztás, néző, nézi, várakozik',
    none: 'nincs megtekintés, nincsenek megtekintések',
  },
  ro: {
    views: 'vizionare, vizionări, vizualizare, vizualizări, afișări',
    plays: 'redare, redări',
    others: 'aprecieri, comentariu, comentarii, abonați, urmăritori, distribuiri, spectatori, vizionează, așteaptă',
    none: 'nicio vizionare, nicio vizualizare, fără vizionări',
  },
  bg: {
    views: 'показване, показвания, гледане, гледания, преглеждания, прегледа',
    plays: 'възпроизвеждания',
    others: 'харесвания, коментар, коментара, коментари, абонати, последователи, споделяния, зрители, гледат, чакат',
    none: 'няма показвания, няма гледания',
  },
  el: {
    views: 'προβολή, προβολές',
    plays: 'αναπαραγωγή, αναπαραγωγές',
    others: 'μου αρέσει, σχόλιο, σχόλια, εγγεγραμμένοι, συνδρομητές, ακόλουθοι, κοινοποιήσεις, θεατές, παρακολουθούν',
    none: 'καμία προβολή, χωρίς προβολές',
  },
  tr: {
    views: 'görüntüleme, görüntülenme, izlenme, izleme',
    plays: 'oynatma, oynatılma',
    others: 'beğeni, beğenme, yorum, abone, takipçi, paylaşım, izleyici, izliyor, kişi izliyor, bekliyor',
    none: 'görüntüleme yok, görüntülenme yok, izlenme yok, hiç görüntülenmedi',
  },
  ru: {
    views: 'просмотр, просмотра, просмотров',
    plays: 'воспроизведение, воспроизведения, воспроизведений',
    others:
      'нравится, отметок нравится, лайк, лайка, лайков, комментарий, комментария, комментариев, подписчик, подписчика, подписчиков, репостов, зритель, зрителя, зрителей, смотрят, ожидают, ждут',
    none: 'нет просмотров, нет воспроизведений',
  },
  uk: {
    views: 'перегляд, перегляди, переглядів, перегляду',
    plays: 'відтворення, відтворень',
    others:
      'вподобання, вподобань, коментар, коментарі, коментарів, підписник, підписники, підписників, поширень, глядачів, дивляться, очікують',
    none: 'немає переглядів, переглядів немає',
  },
  ar: {
    views: 'مشاهدة, مشاهدات, المشاهدات, مشاهدتان, عدد المشاهدات',
    plays: 'مرة تشغيل, مرات التشغيل',
    others:
      'إعجاب, إعجابات, إعجابًا, تعليق, تعليقات, تعليقًا, مشترك, مشتركين, مشتركًا, متابع, متابعين, مشاركة, مشاركات, مشاهد, مشاهدين, يشاهدون, في الانتظار',
    none: 'لا توجد مشاهدات, لا مشاهدات, بدون مشاهدات',
    labels: 'المشاهدات, عدد المشاهدات',
    nounLeads: true,
  },
  fa: {
    views: 'بازدید, بازدیدها, نمایش, مشاهده',
    plays: 'پخش',
    others: 'پسند, لایک, نظر, مشترک, دنبال‌کننده, دنبال کننده, اشتراک‌گذاری, بیننده, در حال تماشا',
    none: 'بدون بازدید, هیچ بازدیدی ندارد',
  },
  he: {
    views: 'צפייה, צפיות',
    plays: 'השמעה, השמעות, הפעלות',
    others: 'לייק, לייקים, תגובה, תגובות, מנויים, עוקבים, שיתופים, צופים, צופה, צופים עכשיו, ממתינים',
    none: 'אין צפיות',
  },
  hi: {
    views: 'बार देखा गया, व्यू, व्यूज़, व्यूज, दृश्य',
    plays: 'बार चलाया गया, प्ले',
    others: 'पसंद, लाइक, टिप्पणी, टिप्पणियाँ, टिप्पणियां, कमेंट, सदस्य, सब्सक्राइबर, फ़ॉलोअर, शेयर, दर्शक, देख रहे हैं',
    none: 'कोई व्यू नहीं, कोई दृश्य नहीं, अब तक कोई व्यू नहीं',
  },
  bn: {
    views: 'বার দেখা হয়েছে, বার দেখেছেন, ভিউ',
    plays: 'বার চালানো হয়েছে',
    others: 'লাইক, পছন্দ, মন্তব্য, সাবস্ক্রাইবার, সদস্য, অনুসরণকারী, শেয়ার, দর্শক, দেখছেন',
    none: 'কোনো ভিউ নেই, কোনও ভিউ নেই',
  },
  ur: {
    views: 'ملاحظات, بار دیکھا گیا, ویوز',
    plays: 'بار چلایا گیا',
    others: 'پسند, لائکس, تبصرہ, تبصرے, سبسکرائبرز, فالوورز, شیئرز, ناظرین, دیکھ رہے ہیں',
    none: 'کوئی ملاحظات نہیں, کوئی ویوز نہیں',
  },
  id: {
    views: 'x ditonton, kali ditonton, ditonton, penayangan, x penayangan, tayangan, kali dilihat, x dilihat',
    plays: 'pemutaran, x diputar, kali diputar',
    others: 'suka, komentar, subscriber, pengikut, penonton, menonton, menunggu, kali dibagikan',
    none: 'belum ditonton, tidak ada penayangan, belum ada penayangan',
  },
  ms: {
    views: 'tontonan, kali tontonan, paparan',
    plays: 'kali dimainkan, main semula',
    others: 'suka, ulasan, komen, pelanggan, pengikut, penonton, menonton, menunggu, kongsian',
    none: 'tiada tontonan, tiada paparan',
  },
  fil: {
    views: 'view, na view, panonood, na panonood, beses na pinanood',
    plays: 'pag-play, na pag-play',
    others: 'gusto, komento, na komento, subscriber, na subscriber, follower, na follower, nanonood, naghihintay',
    none: 'walang view, walang panonood',
  },
  vi: {
    views: 'lượt xem',
    plays: 'lượt phát',
    others:
      'lượt thích, bình luận, người đăng ký, người theo dõi, lượt chia sẻ, người xem, người đang xem, đang xem, đang chờ',
    none: 'không có lượt xem nào, không có lượt xem, chưa có lượt xem',
  },
  th: {
    views: 'การดู, ยอดดู, จำนวนการดู, ครั้งที่ดู',
    plays: 'การเล่น',
    others: 'ถูกใจ, ความคิดเห็น, ผู้ติดตาม, แชร์, ผู้ชม, กำลังดู, คนกำลังดู, กำลังรอ',
    none: 'ไม่มีการดู, ยังไม่มีการดู',
    labels: 'การดู, ยอดดู, จำนวนการดู',
  },
  ja: {
    views: '回視聴, 視聴回数, 視聴, 回表示, 表示回数, 閲覧数, 回閲覧',
    plays: '回再生, 再生回数, 再生数, 再生',
    others:
      'いいね, 高評価, 低評価, コメント, 登録者, チャンネル登録者数, 登録者数, フォロワー, シェア, リポスト, 視聴中, 人が視聴中, 視聴者, 待機中, 人が待機中',
    none: '視聴回数なし, 視聴回数 なし, 視聴なし, 再生回数なし',
    labels: '視聴回数, 表示回数, 閲覧数, 再生回数, 再生数, チャンネル登録者数, 登録者数',
  },
  ko: {
    views: '조회수, 조회, 시청 횟수, 뷰',
    plays: '재생수, 재생 횟수, 재생',
    others:
      '좋아요, 싫어요, 댓글, 댓글 수, 댓글수, 좋아요 수, 구독자, 구독자 수, 팔로워, 공유, 시청자, 시청 중, 명 시청 중, 대기 중, 명 대기 중',
    none: '조회수 없음, 조회 없음',
    labels: '조회수, 시청 횟수, 재생수, 재생 횟수, 좋아요, 좋아요 수, 댓글, 댓글 수, 댓글수, 구독자, 구독자 수, 팔로워',
    nounLeads: true,
  },
  'zh-Hans': {
    views: '次观看, 观看次数, 观看量, 次浏览, 浏览量, 观看',
    plays: '次播放, 播放次数, 播放量, 播放',
    others:
      '点赞, 赞, 人赞过, 评论, 条评论, 订阅者, 位订阅者, 订阅, 粉丝, 关注, 分享, 正在观看, 人正在观看, 观众, 观看者, 正在等待',
    none: '无人观看, 没有观看次数, 暂无观看次数, 尚无观看次数',
    labels: '观看次数, 观看量, 浏览量, 播放次数, 播放量',
  },
  'zh-Hant': {
    views: '次觀看, 觀看次數, 觀看人次, 次瀏覽, 瀏覽量, 點閱率, 次點閱, 收看次數, 觀看',
    plays: '次播放, 播放次數, 播放量, 播放',
    others:
      '按讚, 讚, 個讚, 留言, 則留言, 評論, 訂閱者, 位訂閱者, 訂閱, 粉絲, 追蹤者, 分享, 正在觀看, 人正在觀看, 觀眾, 正在等候',
    none: '無人觀看, 沒有觀看次數, 尚無觀看次數, 觀看次數:無',
    labels: '觀看次數, 觀看人次, 瀏覽量, 點閱率, 收看次數, 播放次數, 播放量',
  },
};
