import type { SymptomKind } from '../../../shared/symptom.ts'

/**
 * How reports in other languages say the symptoms that no English error line names: German, Spanish, French, Portuguese,
 * Chinese, Japanese, Russian.
 */
export const foreignWords: Partial<Record<SymptomKind, RegExp>> = {
  'no-learning':
    /lernt (?:\p{L}+ )?nicht|(?:verlust|loss|fehler|genauigkeit)[^.]{0,30}(?:bleibt|ändert sich nicht|sinkt nicht)|(?:gewichte|parameter)[^.]{0,30}(?:ändern sich nicht|bleiben)|no aprende|no (?:baja|mejora|cambian?|converge|se actualizan?)|se queda(?:n)? en|n['’]apprend (?:pas|rien)|ne (?:baisse|diminue|change|converge|bouge|changent) pas|reste (?:bloquée?|constante?)|não (?:aprende|diminui|muda|mudam|converge|baixa)|不下降|不收敛|不更新|没有更新|一直不变|不变|学習し(?:ない|ません)|下がら(?:ない|ず|ません)|変わら(?:ない|ず|ません)|更新され(?:ない|ず|ません)|не (?:обучается|учится|уменьшается|меняется|меняются|обновляются|падает)|стоит на месте/iu,
  hang: /hängt(?! von| davon)|bleibt (?:\p{L}+ )?(?:hängen|stehen)|kommt nie zurück|endlosschleife|se (?:cuelga|bloquea|congela)|queda(?:n)? (?:colgad|bloquead|atascad)\w+|nunca termina|se (?:bloque|fige)\b|reste (?:figé|bloqué)(?! à)|ne (?:termine|revient|finit) jamais|(?:trava|congela)\b|fica (?:travad|parad|pres)\w+|卡住|卡死|死锁|挂起|无响应|不动|固まる|固まり|止まったまま|フリーズ|ハング|返って(?:こない|きません)|終わら(?:ない|ず)|зависа\p{L}+|завис\b|висит|не завершается/iu,
  slow: /\blangsam\p{L}*|dauert (?:ewig|viel zu|sehr) ?\p{L}*|\blent[oa]s?\b|tarda (?:mucho|demasiado)|\blente?s?\b|\blenteur|trop (?:long|lent)|demora (?:muito|demais)|太慢|很慢|变慢|慢了|慢\s?\d|遅い|遅く|медленн\p{L}+/iu,
  'memory-growth':
    /speicher(?:leck|verbrauch[^.]{0,30}(?:wächst|steigt))|(?:speicher|RAM)\b[^.]{0,30}(?:wächst|läuft voll|steigt)|fuga de memoria|memoria[^.]{0,30}(?:crece|aumenta|sube)|fuite (?:de )?mémoire|mémoire[^.]{0,30}(?:augmente|croît|grimpe)|vazamento de memória|memória[^.]{0,30}(?:cresce|aumenta)|内存泄漏|内存泄露|显存泄漏|(?:内存|显存)[^。]{0,15}(?:增长|增加|上涨|爆)|メモリ(?:リーク|が増え|使用量が増)|утечк\p{L} памяти|память[^.]{0,30}раст[её]т/iu,
  nondeterminism:
    /nicht (?:reproduzierbar|deterministisch)|jedes ?mal (?:etwas )?ander\p{L}+|bei jedem (?:lauf|start|aufruf)[^.]{0,30}ander\p{L}+|no (?:es )?(?:reproducible|determinista)|(?:resultados?|valores?) (?:distint|diferent)\p{L}+ (?:en )?cada|cambia(?:n)? (?:en )?cada|(?:résultats?|sorties?) différent\p{L}* (?:à )?chaque|non (?:reproductible|déterministe)|não (?:é )?(?:reprodutível|determinístic\p{L})|resultados? diferentes? (?:a )?cada|每次[^。]{0,12}不(?:同|一样|一致)|不可复现|结果不一致|毎回(?:違う|異なる|変わる)|再現(?:性がない|できない)|невоспроизводим\p{L}*|каждый раз (?:разн|друг)\p{L}+/iu,
  'wrong-value':
    /\bfalsch\p{L}*|\bstimm(?:t|en) nicht|wird ignoriert|statt(?:dessen)?\b|incorrect[oa]s?\b|\bequivocad[oa]s?|en (?:vez|lugar) de|se ignora\b|ignora(?:do|da)?\b|\bfaux\b|\bfausses?\b|incorrecte?s?\b|au lieu de|est ignorée?|\berrad[oa]s?\b|incorret[oa]s?\b|em vez de|é ignorad[oa]|错误的|不正确|不对|结果错|被忽略|不起作用|无效|而不是|間違っ|正しくない|おかしい|無視され|ではなく|неправильн\p{L}+|неверн\p{L}+|вместо|игнориру\p{L}+/iu,
  'degraded-metric':
    /(?:genauigkeit|accuracy|mAP|F1)[^.]{0,40}(?:gesunken|schlechter|gefallen)|(?:precisión|exactitud)[^.]{0,40}(?:bajó|cayó|empeor\p{L}+|peor)|(?:précision|exactitude)[^.]{0,40}(?:chuté?|baissé?|moins bonne|pire)|(?:acurácia|precisão)[^.]{0,40}(?:caiu|piorou|pior)|(?:精度|准确率)[^。]{0,15}(?:下降|降低|变差|掉)|精度[^。]{0,10}(?:落ち|下が|低下)|точность[^.]{0,30}(?:упала|снизилась|хуже)/iu,
  'process-death':
    /stürzt[^.]{0,30}ab\b[^.]{0,40}(?:ohne|kein)|Speicherzugriffsfehler|violación de segmento|erreur de segmentation|falha de segmentação|段错误|核心已转储|セグメンテーション|ошибка сегментирования/iu,
}
