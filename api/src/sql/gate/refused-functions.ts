/** Functions of the pinned engine that analysts may not name at all, in lower case: files, servers, settings, other parsers, pauses. */
export const refusedFunctions: ReadonlySet<string> = new Set(
  (
    '__actionname __applyfilter __bitboolmaskand __bitboolmaskor __bitswaplasttwo __bitwrapperfunc __getscalar __patchpartitionid ' +
    '__scalarsubqueryresult __toyearcalendaronly _cast addresstoline addresstolinewithinlines addresstosymbol aes_decrypt_mysql ' +
    'aes_encrypt_mysql aggthrow aiclassify aiembed aiextract aigenerate aitranslate array_concat_agg arrayreduce ' +
    'arrayreduceinranges authenticateduser authuser blocknumber blockserializedsize blocksize buildid bytesize casewithexpr ' +
    'casewithexpression catboostevaluate coloroklabtosrgb coloroklchtosrgb colorsrgbtooklab colorsrgbtooklch connection_id ' +
    'connectionid countdigits current_query_id current_schemas currentprofiles currentqueryid currentroles currentschemas decrypt ' +
    'defaultprofiles defaultroles defaultvalueofargumenttype defaultvalueoftypename demangle dequantizeint8tobfloat16 dictget ' +
    'dictgetall dictgetchildren dictgetdate dictgetdateordefault dictgetdatetime dictgetdatetimeordefault dictgetdescendants ' +
    'dictgetfloat32 dictgetfloat32ordefault dictgetfloat64 dictgetfloat64ordefault dictgethierarchy dictgetint16 ' +
    'dictgetint16ordefault dictgetint32 dictgetint32ordefault dictgetint64 dictgetint64ordefault dictgetint8 dictgetint8ordefault ' +
    'dictgetipv4 dictgetipv4ordefault dictgetipv6 dictgetipv6ordefault dictgetkeys dictgetordefault dictgetornull dictgetroot ' +
    'dictgetstring dictgetstringordefault dictgetuint16 dictgetuint16ordefault dictgetuint32 dictgetuint32ordefault dictgetuint64 ' +
    'dictgetuint64ordefault dictgetuint8 dictgetuint8ordefault dictgetuuid dictgetuuidordefault dicthas dictisin digits ' +
    'displayname dumpcolumnstructure enabledprofiles enabledroles encrypt errorcodetoname estimatecompressionratio evalmlmethod ' +
    'file filesystemavailable filesystemcapacity filesystemunreserved finalizeaggregation flipcoordinates formatquery ' +
    'formatqueryornull formatquerysingleline formatquerysinglelineornull formatrow formatrownonewline fqdn fullhostname fuzzbits ' +
    'fuzzquery generaterandomstructure generateserialid generatesnowflakeid getclienthttpheader getmacro ' +
    'getmaxtablenamelengthfordatabase getmergetreesetting getoskernelversion getserverport getserversetting getsetting ' +
    'getsettingordefault getsizeofenumtype getsubcolumn gettypeserializationstreams globalvariable hascolumnintable ' +
    'hasthreadfuzzer highlightquery hmac hostname icebergbucket icebergtruncate ignore indexhint initial_query_id ' +
    'initial_query_start_time initializeaggregation initialqueryid initialquerystarttime isconstant isdecimaloverflow ' +
    'ismergetreepartcoveredby joinget joingetornull logtrace lowcardinalityindices lowcardinalitykeys macnumtostring ' +
    'macstringtonum macstringtooui mergetreepartinfo minsamplesizecontinous minsamplesizecontinuous minsamplesizeconversion ' +
    'naivebayesclassifier naivebayesclassifierwithallprobs naivebayesclassifierwithprob nested normalizedqueryhash ' +
    'normalizedqueryhashkeepnames normalizequery normalizequerykeepnames nothing nothingnull nothinguint64 ' +
    'numericindexedvectorallvaluesum numericindexedvectorbuild numericindexedvectorcardinality numericindexedvectorgetvalue ' +
    'numericindexedvectorpointwiseadd numericindexedvectorpointwisedivide numericindexedvectorpointwiseequal ' +
    'numericindexedvectorpointwisegreater numericindexedvectorpointwisegreaterequal numericindexedvectorpointwiseless ' +
    'numericindexedvectorpointwiselessequal numericindexedvectorpointwisemultiply numericindexedvectorpointwisenotequal ' +
    'numericindexedvectorpointwisesubtract numericindexedvectorshortdebugstring numericindexedvectortomap obfuscatequery ' +
    'obfuscatequerywithseed parsereadablesize parsereadablesizeornull parsereadablesizeorzero parsetimedelta partitionid ' +
    'quantizebfloat16toint8 query_id queryid querystring querystringandfragment randconstant randomfixedstring ' +
    'randomprintableascii randomstring randomstringutf8 regionhierarchy regionin regiontoarea regiontocity regiontocontinent ' +
    'regiontocountry regiontodistrict regiontoname regiontopopulation regiontotopcontinent repeat revision rownumberinblock ' +
    'runningaccumulate runningconcurrency runningdifferencestartingwithfirstvalue seriesdecomposestl seriesoutliersdetecttukey ' +
    'servertimezone serveruuid shardcount shardnum showcertificate sleep sleepeachrow space stochasticlinearregression ' +
    'stochasticlogisticregression structuretocapnprotoschema structuretoprotobufschema tcpport throwif tid timeseriescopytag ' +
    'timeseriescopytags timeseriesextracttag timeseriesfromgrid timeseriesgrouptosamplingkey timeseriesgrouptotags ' +
    'timeseriesidtogroup timeseriesidtotags timeseriesidtotagsgroup timeseriesjointags timeseriesrange ' +
    'timeseriesremovealltagsexcept timeseriesremovetag timeseriesremovetags timeseriesreplacetag timeseriesstoretags ' +
    'timeseriestagsgrouptotags timeseriestagstogroup timeseriesthrowduplicateseriesif tocolumntypename tokenizequery transactionid ' +
    'transactionlatestsnapshot transactionoldestsnapshot trydecrypt uptime user validatenestedarraysizes variantelement ' +
    'varianttype visiblewidth zookeepersessionuptime'
  ).split(' '),
);
