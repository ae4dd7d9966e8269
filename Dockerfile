# The bot as an image: `docker compose --profile sqlite up --build -d` builds and starts it, see docs/operating.md.
# A release names its base by a digest.
ARG BASE=python:3.13-slim-bookworm
FROM ${BASE} AS build
WORKDIR /gruppetto
COPY pyproject.toml constraints.txt ./
RUN python -m venv --without-pip .venv
# pip takes no hashes from constraints, uv does
RUN sed -n '/^uv==/,/[^\\]$/p' constraints.txt > .venv/uv.txt
RUN python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes -r .venv/uv.txt
RUN uv pip install --no-cache --compile-bytecode --python .venv --require-hashes -c constraints.txt -r pyproject.toml --extra postgres --extra cjk
# of Babel's languages the bot speaks four
RUN find .venv -path "*/babel/locale-data/*.dat" -not -name root.dat -not -name "en*" -not -name "de*" -not -name "es*" -not -name "fr*" -delete

FROM ${BASE}
# joins the letters of Arabic and Indic names
RUN apt-get update && apt-get install -y --no-install-recommends libfribidi0 && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --home-dir /data --create-home gruppetto
WORKDIR /gruppetto
COPY --from=build /gruppetto/.venv .venv
COPY . .
RUN .venv/bin/python -m compileall -q bot.py cogs db engines host lessons locales model opponents platforms render sandbox screen web
RUN .venv/bin/python -m locales.compile
# Python's own library comes uncompiled, and later nothing can be kept of it
RUN .venv/bin/python -c "import bot, urllib.request"
USER gruppetto
# the database and the backups are there, and nothing is written elsewhere
WORKDIR /data
VOLUME /data
ENV PATH=/gruppetto/.venv/bin:/usr/local/bin:/usr/bin:/bin PYTHONDONTWRITEBYTECODE=1
ENV METRICS_PORT=9100 METRICS_HOST=0.0.0.0 LOG_FORMAT=json
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s \
    CMD ["python", "/gruppetto/deploy/healthy.py"]
CMD ["python", "/gruppetto/bot.py"]
